// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// The scheduler: who runs what, in every order in which workers run, stop and die.
///
/// Rules 30 and 68.
struct SchedulerTests {
    /// The states that a model can come to, and which follow which without a blow from outside.
    private struct Exploration {
        /// All states, by number.
        var states: [SchedulerModel] = []
        /// The numbers of the states from which a state follows by somebody's step.
        var before: [[Int32]] = []
        /// What is wrong with the first state that is wrong in itself.
        var fault: String?

        /// Follows everything that may happen from a state on.
        init(from start: SchedulerModel) {
            var numbers = [start: Int32(0)]
            states = [start]
            before = [[]]
            var number = 0
            while number < states.count, fault == nil {
                let state = states[number]
                fault = state.fault
                func reach(_ next: SchedulerModel) -> Int {
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
        var lost: (count: Int, example: SchedulerModel?) {
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
        /// How many of them are killed, at most.
        let deaths: Int
        /// How many are stopped, at most.
        var stops = 0
        /// The worker of each unit, where they are prescribed.
        var prescribed: [Int] = []
        /// How many may use each resource, and the resources of each unit.
        var limits: [Int] = [], uses: [UInt32: [Int]] = [:]

        /// The work.
        var work: PlannedWork {
            PlannedWork(
                unitCount: groups.last ?? 0, groupEnds: groups, jobs: workers, workers: prescribed, limits: limits,
                uses: uses)
        }

        var testDescription: String {
            "groups to \(groups), workers \(workers), killed \(deaths), stopped \(stops), prescribed \(prescribed), resources \(uses)"
        }

        /// Those that take some seconds.
        static let small = [
            Size(groups: [1], workers: 1, deaths: 2, stops: 1),
            Size(groups: [1, 2, 3], workers: 1, deaths: 2, stops: 1),
            Size(groups: [3], workers: 2, deaths: 1), Size(groups: [2], workers: 2, deaths: 1, stops: 1),
            Size(groups: [1, 3], workers: 2, deaths: 1), Size(groups: [8], workers: 2, deaths: 0),
            Size(groups: [3], workers: 2, deaths: 1, prescribed: [1, 0, 1]),
            Size(groups: [1, 3], workers: 2, deaths: 1, prescribed: [1, 0, 1]),
            Size(groups: [3], workers: 2, deaths: 1, limits: [1], uses: [0: [0], 2: [0]]),
            Size(groups: [1, 3], workers: 2, deaths: 1, limits: [1], uses: [1: [0], 2: [0]]),
            Size(groups: [4], workers: 2, deaths: 0, limits: [1, 1], uses: [0: [0], 1: [0, 1], 3: [1]]),
            Size(groups: [4], workers: 3, deaths: 0, limits: [2, 1], uses: [0: [0], 1: [0, 1], 2: [0], 3: [1]]),
        ]
        /// Those that take minutes.
        static let large = [
            Size(groups: [8], workers: 2, deaths: 1, stops: 1), Size(groups: [2, 6], workers: 2, deaths: 1, stops: 1),
            Size(groups: [6], workers: 3, deaths: 1), Size(groups: [12], workers: 2, deaths: 1),
            Size(groups: [6], workers: 2, deaths: 2, limits: [1, 1], uses: [0: [0], 1: [0, 1], 3: [1], 4: [0]]),
            Size(groups: [6], workers: 3, deaths: 1, limits: [2, 1], uses: [0: [0], 1: [0, 1], 2: [0], 3: [1]]),
        ]
        /// Those to explore: all, where somebody has the time (`EXPLORE_ALL`).
        static var asked: [Size] {
            small + (ProcessInfo.processInfo.environment["EXPLORE_ALL"] == nil ? [] : large)
        }
    }

    @Test(
        "whoever is killed or stopped, wherever: every unit is run once, in its turn, and each process runs a part of the plan in its order",
        arguments: Size.asked)
    func nothingIsLost(size: Size) {
        let start = SchedulerModel(size.work, workers: size.workers, deaths: size.deaths, stops: size.stops)
        let exploration = Exploration(from: start)
        #expect(exploration.fault == nil)
        let lost = exploration.lost
        #expect(
            lost.count == 0, "\(lost.count) of \(exploration.states.count), such as \(String(describing: lost.example))"
        )
        // A model in which nothing can happen proves nothing.
        #expect(exploration.states.count > 20)
    }

    @Test("the model sees units that are lost: those of a dead worker that nobody takes back")
    func modelSeesLostUnits() {
        let work = PlannedWork(unitCount: 2, groupEnds: [2], jobs: 1)
        #expect(Exploration(from: SchedulerModel(work, workers: 1, deaths: 1, forgets: true)).lost.count > 0)
        #expect(Exploration(from: SchedulerModel(work, workers: 1, deaths: 1)).lost.count == 0)
    }

    /// A scheduler of some units for two workers, of which the first has begun.
    private func begun(_ count: UInt32, jobs: Int = 2) -> Scheduler {
        var scheduler = Scheduler(PlannedWork(unitCount: count, groupEnds: [count], jobs: jobs))
        scheduler.begin(0, now: 0)
        return scheduler
    }

    @Test("a single worker has everything at once, and ends behind it, without another word from the host")
    func single() {
        var scheduler = begun(5, jobs: 1)
        #expect(scheduler.next(for: 0, now: 0) == Scheduler.Handout(units: [0, 1, 2, 3, 4], leaves: true))
        #expect(scheduler.waitingCount == 0 && scheduler.handedCount == 5)
    }

    @Test("long units are not handed over ahead, short ones by the time that they take")
    func ahead() {
        for (each, count) in [(30_000_000, 1), (3_000_000, 2), (1000, 10)] as [(UInt64, Int)] {
            var scheduler = begun(10_000)
            let first = scheduler.next(for: 0, now: 0).units
            #expect(first == [0, 1, 2, 3, 4])
            for unit in first { _ = scheduler.close(unit, by: 0) }
            let handout = scheduler.next(for: 0, now: 5 * each)
            #expect(handout.units.count == count && (handout.mark == nil) == (count == 1), "\(each) ns")
        }
    }

    @Test("a worker without work gets what another has not begun, and that is the first of the plan for a new process")
    func takenBack() {
        var scheduler = begun(20)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1, 2, 3, 4])
        scheduler.begin(1, now: 0)
        #expect(scheduler.next(for: 1, now: 0).takesBack)
        #expect(scheduler.takeBack([1, 2, 3, 4], from: 0, isLeaving: false) == [4, 3, 2, 1])
        #expect(scheduler.next(for: 1, now: 0, isLast: true).units.first == 1)
        #expect(scheduler.units(of: 0) == [0])
    }

    @Test("a process runs nothing that comes before its last class: it ends, after a while, and a new one does")
    func order() {
        var scheduler = begun(5)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1])
        scheduler.begin(1, now: 0)
        _ = scheduler.next(for: 1, now: 0, isLast: true)
        for unit in 2...4 as ClosedRange<UInt32> {
            let isClosed = scheduler.close(unit, by: 1)
            #expect(isClosed)
            _ = scheduler.next(for: 1, now: 1, isLast: true)
        }
        #expect(scheduler.next(for: 1, now: 1).takesBack)
        #expect(scheduler.takeBack([1], from: 0, isLeaving: false) == [1])
        #expect(scheduler.next(for: 1, now: 1, isLast: true).isEmpty)
        #expect(scheduler.next(for: 1, now: 2 + ScheduledWorker.patience, isLast: true).leaves)
        #expect(scheduler.end(1).isEmpty && scheduler.freeCount == 1)
        scheduler.begin(1, now: 3)
        #expect(scheduler.next(for: 1, now: 3, isLast: true).units == [1])
    }

    @Test("nothing more is handed over once enough has failed, and workers without work end")
    func stopping() {
        var scheduler = begun(20)
        _ = scheduler.next(for: 0, now: 0)
        scheduler.begin(1, now: 0)
        scheduler.isStopping = true
        #expect(scheduler.next(for: 0, now: 0).isEmpty && scheduler.next(for: 1, now: 0).leaves)
    }

    @Test(
        "no worker is idle while a unit could run: the makespan is at most twice the best",
        arguments: 1...40 as ClosedRange<UInt64>)
    func makespan(seed: UInt64) {
        var state = seed
        func random(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 29) % limit
        }
        let jobs = Int(random(4)) + 2
        let lengths = (0..<60).map { _ in random(10) == 0 ? 40_000_000 + random(400_000_000) : 1000 + random(5_000_000)
        }
        var scheduler = Scheduler(PlannedWork(unitCount: 60, groupEnds: [60], jobs: jobs))
        for worker in 0..<jobs { scheduler.begin(worker, now: 0) }
        var (now, ends, unread): (UInt64, [UInt64?], [[UInt32]]) = (
            0, Array(repeating: nil, count: jobs), Array(repeating: [], count: jobs)
        )
        while scheduler.closedCount < 60, now < 1 << 40 {
            for worker in 0..<jobs {
                var handout = scheduler.next(for: worker, now: now)
                if handout.takesBack {
                    for other in 0..<jobs where other != worker && scheduler.hasUnread(other) {
                        _ = scheduler.takeBack(unread[other], from: other, isLeaving: false)
                        unread[other] = []
                    }
                    handout = scheduler.next(for: worker, now: now, isLast: true)
                }
                unread[worker] += handout.units
                if handout.leaves, !scheduler.isOwner(worker) {
                    // A new process takes its place.
                    _ = scheduler.end(worker)
                    scheduler.begin(worker, now: now)
                }
                if ends[worker] == nil, !unread[worker].isEmpty {
                    ends[worker] = now + lengths[Int(unread[worker].removeFirst())]
                }
            }
            // The host looks when a worker has ended a unit, and every now and then.
            now = min(now + 50_000_000, ends.compactMap(\.self).min() ?? .max)
            for worker in 0..<jobs where ends[worker].map({ $0 <= now }) == true {
                guard let unit = scheduler.head(of: worker) else { continue }
                let isClosed = scheduler.close(unit, by: worker)
                #expect(isClosed)
                ends[worker] = nil
            }
        }
        let best = max(lengths.max() ?? 0, lengths.reduce(0, +) / UInt64(jobs))
        // A new process begins after a pause.
        #expect(now <= 2 * best + 2 * ScheduledWorker.patience + 100_000_000)
    }
}
