// SPDX-License-Identifier: MIT

import Foundation
import Testing

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
        /// How many leave early, at most, and how many ask for an answer.
        var departures = 0, questions = 0
        /// The worker of each unit, where they are prescribed.
        var prescribed: [Int] = []
        /// How many may use each resource, and the resources of each unit.
        var limits: [Int] = [], uses: [UInt32: [Int]] = [:]
        /// How many milliseconds each unit takes, where that is known.
        var durations: [UInt64] = []
        /// The classes of a file that takes 100 ms to open.
        var divisions: [Range<UInt32>] = []

        /// The work.
        var work: PlannedWork {
            let count = groups.last ?? 0
            return PlannedWork(
                unitCount: count, groupEnds: groups, jobs: workers, workers: prescribed, limits: limits,
                uses: uses, durations: durations.map { $0 * 1_000_000 },
                openings: divisions.isEmpty ? [] : [.init(units: 0..<count, time: 100_000_000)], divisions: divisions)
        }

        var testDescription: String {
            "groups to \(groups), workers \(workers), killed \(deaths), stopped \(stops), leaving \(departures), asking \(questions), prescribed \(prescribed), resources \(uses), ms \(durations), classes \(divisions)"
        }

        /// Those that take some seconds.
        static let small = [
            Size(groups: [1], workers: 1, deaths: 2, stops: 1),
            Size(groups: [1, 2, 3], workers: 1, deaths: 2, stops: 1),
            Size(groups: [3], workers: 2, deaths: 1), Size(groups: [2], workers: 2, deaths: 1, stops: 1),
            Size(groups: [1, 3], workers: 2, deaths: 1), Size(groups: [5], workers: 2, deaths: 0),
            Size(groups: [5], workers: 2, deaths: 1, durations: [1, 30, 1, 90, 1]),
            Size(groups: [2, 5], workers: 2, deaths: 0, departures: 1, durations: [1, 50, 1, 30, 90]),
            Size(
                groups: [5], workers: 2, deaths: 1, limits: [1], uses: [1: [0], 3: [0], 4: [0]],
                durations: [1, 30, 60, 1, 90]),
            Size(groups: [6], workers: 2, deaths: 0, divisions: [0..<3, 3..<6]),
            Size(groups: [5], workers: 2, deaths: 0, durations: [400, 1, 1, 400, 1], divisions: [0..<3, 3..<5]),
            Size(groups: [3], workers: 1, deaths: 1, departures: 1, questions: 1),
            Size(groups: [4], workers: 2, deaths: 0, departures: 1),
            Size(groups: [4], workers: 2, deaths: 0, questions: 1),
            Size(groups: [1, 3], workers: 2, deaths: 0, departures: 1, questions: 1),
            Size(groups: [3], workers: 2, deaths: 0, departures: 1, questions: 1, limits: [1], uses: [0: [0], 2: [0]]),
            Size(groups: [3], workers: 2, deaths: 1, prescribed: [1, 0, 1]),
            Size(groups: [1, 3], workers: 2, deaths: 1, prescribed: [1, 0, 1]),
            Size(groups: [3], workers: 2, deaths: 1, limits: [1], uses: [0: [0], 2: [0]]),
            Size(groups: [1, 3], workers: 2, deaths: 1, limits: [1], uses: [1: [0], 2: [0]]),
            Size(groups: [4], workers: 2, deaths: 0, limits: [1, 1], uses: [0: [0], 1: [0, 1], 3: [1]]),
            Size(groups: [4], workers: 3, deaths: 0, limits: [2, 1], uses: [0: [0], 1: [0, 1], 2: [0], 3: [1]]),
        ]
        /// Those that take some minutes together.
        static let large = [
            Size(groups: [5], workers: 2, deaths: 1, divisions: [0..<2, 2..<5]),
            Size(groups: [4], workers: 3, deaths: 0, divisions: [0..<2, 2..<4]),
            Size(groups: [6], workers: 2, deaths: 1, stops: 1), Size(groups: [2, 6], workers: 2, deaths: 1, stops: 1),
            Size(groups: [6], workers: 3, deaths: 1), Size(groups: [9], workers: 2, deaths: 1),
            Size(groups: [8], workers: 2, deaths: 0, departures: 1),
            Size(groups: [8], workers: 2, deaths: 0, questions: 1),
            Size(groups: [5], workers: 2, deaths: 1, departures: 1, questions: 1),
            Size(groups: [5], workers: 3, deaths: 0, departures: 1, questions: 1),
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
        let start = SchedulerModel(
            size.work, workers: size.workers, deaths: size.deaths, stops: size.stops, departures: size.departures,
            questions: size.questions)
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

    /// A scheduler of some units of a file that takes 100 ms to open, of which the first worker has some.
    private func opened(_ count: UInt32, durations: [UInt64] = []) -> Scheduler {
        var scheduler = Scheduler(
            PlannedWork(
                unitCount: count, groupEnds: [count], jobs: 2, durations: durations,
                openings: [.init(units: 0..<count, time: 100_000_000)]))
        scheduler.begin(0, now: 0)
        _ = scheduler.next(for: 0, now: 0)
        return scheduler
    }

    /// When one more worker is wanted, in milliseconds, if each unit takes some time; nil if it never is.
    private func secondStart(_ scheduler: Scheduler, _ each: UInt64) -> UInt64? {
        var scheduler = scheduler
        var (now, left): (UInt64, UInt64) = (0, each)
        while scheduler.head(of: 0) != nil {
            if scheduler.freeCount(now: now) > 0 { return now / 1_000_000 }
            (now, left) = (now + 1_000_000, left - min(left, 1_000_000))
            guard left == 0, let unit = scheduler.head(of: 0) else { continue }
            _ = scheduler.close(unit, by: 0)
            _ = scheduler.next(for: 0, now: now)
            left = each
        }
        return nil
    }

    @Test("one more worker for a file that takes long to open starts only where that pays")
    func openingPays() {
        // 60 ms in all; and 190 ms, which two workers would do no quicker.
        #expect(secondStart(opened(60), 1_000_000) == nil && secondStart(opened(19), 10_000_000) == nil)
        // What nobody knows anything of is believed to be short for as long as the opening takes.
        #expect(secondStart(opened(1000), 10_000_000) == 100)
        #expect(secondStart(opened(3), 5_000_000_000).map { $0 <= 200 } == true)
        // What earlier runs took is known at once.
        let durations = [UInt64](repeating: 10_000_000, count: 60)
        #expect(secondStart(opened(60, durations: durations), 10_000_000) == 0)
        #expect(secondStart(opened(10, durations: Array(durations[..<10])), 10_000_000) == nil)
    }

    /// A scheduler of two classes of ten units, of a file that takes 100 ms to open, and two workers that have begun.
    private func divided(durations: [UInt64] = []) -> Scheduler {
        var scheduler = Scheduler(
            PlannedWork(
                unitCount: 20, groupEnds: [20], jobs: 2, durations: durations,
                openings: [.init(units: 0..<20, time: 100_000_000)], divisions: [0..<10, 10..<20]))
        for worker in 0...1 {
            scheduler.begin(worker, now: 0)
            _ = scheduler.next(for: worker, now: 0, isLast: true)
        }
        return scheduler
    }

    /// Has a worker run all that it gets at some time; returns these units, and whether it ends.
    private func runAll(_ worker: Int, of scheduler: inout Scheduler, now: UInt64) -> (units: [UInt32], leaves: Bool) {
        var (units, leaves): ([UInt32], Bool) = ([], false)
        while let unit = scheduler.head(of: worker) {
            units.append(unit)
            _ = scheduler.close(unit, by: worker)
            leaves = scheduler.next(for: worker, now: now, isLast: true).leaves || leaves
        }
        return (units, leaves)
    }

    @Test("a class of a file that takes long to open is one worker's, until another one has nothing else to run")
    func dividedLate() {
        var scheduler = divided()
        #expect(scheduler.head(of: 0) == 0 && scheduler.head(of: 1) == 10)
        // The second class is divided when the first one is over.
        let taken = runAll(0, of: &scheduler, now: 1)
        #expect(Array(taken.units.prefix(10)) == Array(0..<10) && taken.units.count > 10)
    }

    @Test("a worker ends for units before its last one only where another process for them pays")
    func lateProcess() {
        for (each, pays) in [(1_000_000, false), (90_000_000, true)] as [(UInt64, Bool)] {
            var scheduler = divided(durations: Array(repeating: each, count: 20))
            #expect(runAll(1, of: &scheduler, now: 0) == (Array(10..<20), false))
            #expect(scheduler.waitingCount > 0)
            #expect(scheduler.next(for: 1, now: 1, isLast: true).isEmpty)
            #expect(scheduler.next(for: 1, now: 1 + ScheduledWorker.patience, isLast: true).leaves == pays)
        }
    }

    @Test("a worker for another file starts at once: somebody must open that")
    func otherOpening() {
        let openings = [0..<2, 2..<9].map { PlannedWork.Opening(units: $0, time: 100_000_000) }
        var scheduler = Scheduler(PlannedWork(unitCount: 9, groupEnds: [9], jobs: 2, openings: openings))
        #expect(scheduler.freeCount(now: 0) == 9)
        scheduler.begin(0, now: 0)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1, 2])
        #expect(scheduler.freeCount(now: 0) == 6)
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
        #expect(scheduler.end(1).isEmpty && scheduler.freeCount(now: 3) == 1)
        scheduler.begin(1, now: 3)
        #expect(scheduler.next(for: 1, now: 3, isLast: true).units == [1])
    }

    @Test("a worker starts for units that another one is slow to come to, once for each unit that this closes")
    func handedAhead() {
        var scheduler = begun(4, jobs: 2)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1])
        scheduler.begin(1, now: 0)
        #expect(scheduler.next(for: 1, now: 0, isLast: true).units == [2])
        let isClosed = scheduler.close(2, by: 1)
        #expect(isClosed)
        #expect(scheduler.next(for: 1, now: 0, isLast: true).units == [3])
        #expect(scheduler.close(3, by: 1) && scheduler.end(1).isEmpty)
        // Only unit 1 is open, behind unit 0.
        let late = 1 + ScheduledWorker.patience
        #expect(scheduler.waitingCount == 0 && scheduler.freeCount(now: 1) == 0 && scheduler.freeCount(now: late) == 1)
        scheduler.begin(1, now: late)
        #expect(scheduler.next(for: 1, now: late).takesBack)
        // The worker has read it meanwhile.
        #expect(scheduler.takeBack([], from: 0, isLeaving: false).isEmpty)
        #expect(scheduler.next(for: 1, now: late, isLast: true).isEmpty && scheduler.end(1).isEmpty)
        #expect(scheduler.freeCount(now: 2 * late) == 0 && scheduler.freeCount(now: 4 * late) == 0)
    }

    @Test("a worker without work stays as long as others run: what its tests have started may go on")
    func staying() {
        var scheduler = begun(2)
        #expect(scheduler.next(for: 0, now: 0).units == [0])
        scheduler.begin(1, now: 0)
        #expect(scheduler.next(for: 1, now: 0, isLast: true).units == [1])
        let isClosed = scheduler.close(1, by: 1)
        let late = 1 + ScheduledWorker.patience
        #expect(isClosed && scheduler.next(for: 1, now: late, isLast: true) == Scheduler.Handout())
        #expect(scheduler.close(0, by: 0) && scheduler.next(for: 1, now: late, isLast: true).leaves)
    }

    @Test("what a worker forgets while it waits for an answer, others may run")
    func forgotten() {
        var scheduler = begun(20)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1, 2, 3, 4])
        let isClosed = scheduler.close(0, by: 0)
        #expect(isClosed && scheduler.forget(behind: 1, of: 0) == [4, 3, 2] && scheduler.units(of: 0) == [1])
        scheduler.begin(1, now: 0)
        #expect(scheduler.next(for: 1, now: 0).units.first == 2)
    }

    @Test("a worker forgets all that it has where the unit that it ran is closed already")
    func closedUnit() {
        var scheduler = begun(20)
        #expect(scheduler.next(for: 0, now: 0).units == [0, 1, 2, 3, 4])
        let isClosed = scheduler.close(0, by: 0)
        #expect(isClosed && scheduler.forget(behind: 0, of: 0) == [4, 3, 2, 1] && scheduler.units(of: 0).isEmpty)
    }

    @Test("nothing more is handed over once enough has failed, and workers without work end")
    func stopping() {
        var scheduler = begun(20)
        _ = scheduler.next(for: 0, now: 0)
        scheduler.begin(1, now: 0)
        scheduler.isStopping = true
        #expect(scheduler.next(for: 0, now: 0).isEmpty && scheduler.next(for: 1, now: 0).leaves)
    }
}
