// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerExecution

/// The hand-over of units between workers and host, in every order of their steps, with deaths at every point.
///
/// Rules 30 and 68.
struct UnitQueueTests {
    /// The states that a model can come to, and which follow which without a blow from outside.
    private struct Exploration {
        /// All states, by number.
        var states: [UnitQueueModel] = []
        /// The numbers of the states from which a state follows by somebody's step.
        var before: [[Int32]] = []
        /// The first state that is wrong in itself.
        var fault: String?

        /// Follows everything that may happen from a state on.
        init(from start: UnitQueueModel) {
            var numbers = [start: Int32(0)]
            states = [start]
            before = [[]]
            var number = 0
            while number < states.count, fault == nil {
                let state = states[number]
                fault = state.fault
                func reach(_ next: UnitQueueModel) -> Int {
                    if let known = numbers[next] { return Int(known) }
                    numbers[next] = Int32(states.count)
                    states.append(next)
                    before.append([])
                    return states.count - 1
                }
                for next in state.steps() { before[reach(next)].append(Int32(number)) }
                for next in state.blows() { _ = reach(next) }
                number += 1
            }
        }

        /// How many states there are from which the run cannot come to its end any more, and one of them.
        var lost: (count: Int, example: UnitQueueModel?) {
            var isFine = states.map(\.isDone)
            var work = states.indices.filter { isFine[$0] }
            while let number = work.popLast() {
                for earlier in before[number] where !isFine[Int(earlier)] {
                    isFine[Int(earlier)] = true
                    work.append(Int(earlier))
                }
            }
            return (isFine.count { !$0 }, isFine.firstIndex(of: false).map { states[$0] })
        }
    }

    /// A run to explore.
    struct Size: CustomTestStringConvertible {
        /// The unit behind the last one of each run group.
        let groups: [UInt32]
        /// How many workers there are.
        let workers: Int
        /// How many of them are ended, at most.
        let deaths: Int
        /// How many are stopped, at most.
        var stops = 0
        /// Whether others do nothing during the host's turn.
        var isHostQuick = true
        /// The worker of each unit, where they are prescribed.
        var prescribed: [UInt32] = []

        var testDescription: String {
            "groups to \(groups), workers \(workers), ended \(deaths), stopped \(stops)\(isHostQuick ? "" : ", host in steps")"
                + (prescribed.isEmpty ? "" : ", prescribed \(prescribed)")
        }

        /// Those that take some seconds.
        static let small = [
            Size(groups: [1], workers: 2, deaths: 1, isHostQuick: false), Size(groups: [1, 2], workers: 2, deaths: 1),
            Size(groups: [1], workers: 2, deaths: 2, stops: 1),
            Size(groups: [1, 2, 3], workers: 1, deaths: 3, stops: 1),
            Size(groups: [2], workers: 2, deaths: 1, prescribed: [1, 0]),
            Size(groups: [1, 2], workers: 2, deaths: 1, prescribed: [1, 0]),
            // Some units are one worker's, since they use a resource, and the others anybody's.
            Size(groups: [2], workers: 2, deaths: 1, prescribed: [1, UnitQueue.nobody]),
            Size(groups: [1, 2], workers: 2, deaths: 1, prescribed: [UnitQueue.nobody, 0]),
        ]
        /// Those that take minutes.
        static let large = [
            Size(groups: [2], workers: 2, deaths: 1, stops: 1),
            Size(groups: [1, 2], workers: 2, deaths: 1, isHostQuick: false),
            Size(groups: [1, 3], workers: 2, deaths: 1),
            Size(groups: [3], workers: 2, deaths: 1, prescribed: [1, 0, 1]),
            Size(groups: [3], workers: 2, deaths: 1, prescribed: [0, UnitQueue.nobody, 0]),
            Size(groups: [2], workers: 2, deaths: 2, prescribed: [UnitQueue.nobody, 0]),
            Size(groups: [1], workers: 3, deaths: 1),
        ]
        /// Those to explore: all, where somebody has the time (`EXPLORE_ALL`).
        static var asked: [Size] {
            small + (ProcessInfo.processInfo.environment["EXPLORE_ALL"] == nil ? [] : large)
        }
    }

    @Test(
        "whoever ends or is stopped, wherever: every unit is run, by one worker at a time, in its turn",
        arguments: Size.asked)
    func nothingIsLost(size: Size) {
        let exploration = Exploration(
            from: UnitQueueModel(
                groupEnds: size.groups, workers: size.workers, deaths: size.deaths, stops: size.stops,
                isHostQuick: size.isHostQuick, prescribed: size.prescribed))
        #expect(exploration.fault == nil)
        let lost = exploration.lost
        #expect(
            lost.count == 0, "\(lost.count) of \(exploration.states.count), such as \(String(describing: lost.example))"
        )
        // A model in which nothing can happen proves nothing.
        #expect(exploration.states.count > 500)
    }

    @Test("the model sees a unit that is lost: one that a dead worker owned and nobody takes back")
    func modelSeesALostUnit() {
        var state = UnitQueueModel(groupEnds: [1], workers: 1, deaths: 0, stops: 0)
        state.words.owners[0] = 7
        state.words.next = 1
        #expect(Exploration(from: state).lost.count > 0)
    }
}
