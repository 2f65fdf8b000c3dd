// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// How long the scheduler takes for all units, beside the best that is possible.
struct MakespanTests {
    /// Units of which a few take most of the time.
    private static func lengths(_ count: Int, _ numbers: inout SeededNumbers) -> [UInt64] {
        (0..<count).map { _ in
            let isLong = Int.random(in: 0..<12, using: &numbers) == 0
            return .random(in: isLong ? 200_000_000..<2_200_000_000 : 1_000_000..<61_000_000, using: &numbers)
        }
    }

    @Test(
        "without a record, the run takes at most 2 - 1/m of the best, and each process runs the plan in its order",
        arguments: 1...60 as ClosedRange<UInt64>)
    func unknown(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let jobs = Int.random(in: 2...8, using: &numbers)
        let lengths = Self.lengths(100, &numbers)
        let work = PlannedWork(unitCount: 100, groupEnds: [100], jobs: jobs)
        let run = SimulatedRun(work, lengths: lengths)
        let (best, m) = (SimulatedRun.best(work, lengths), UInt64(jobs))
        #expect(Set(run.sequences.joined()).count == 100 && run.sequences.joined().count == 100)
        #expect(run.sequences.allSatisfy { $0 == $0.sorted() } && run.urgent.isEmpty)
        // A new process begins after a pause, in which one worker has nothing to run.
        #expect(
            run.makespan <= best * (2 * m - 1) / m + run.idle / m, "\(run.makespan) beside \(best), idle \(run.idle)")
        #expect(run.idle <= best / 10 * m, "\(run.idle) beside \(best)")
    }

    @Test(
        "with one, within run groups and resources, at most 1.1 of the best; what starts out of order is named",
        arguments: 1...60 as ClosedRange<UInt64>)
    func known(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let jobs = Int.random(in: 1...3, using: &numbers) * 2
        let lengths = Self.lengths(240, &numbers)
        var uses: [UInt32: [Int]] = [:]
        for unit in 0..<240 as Range<UInt32> where Int.random(in: 0..<6, using: &numbers) == 0 {
            uses[unit] = [.random(in: 0...1, using: &numbers)]
        }
        let work = PlannedWork(
            unitCount: 240, groupEnds: [60, 240], jobs: jobs, limits: [1, 2], uses: uses, durations: lengths)
        let run = SimulatedRun(work, lengths: lengths)
        let best = SimulatedRun.best(work, lengths)
        #expect(Set(run.sequences.joined()).count == 240 && run.sequences.joined().count == 240)
        for sequence in run.sequences {
            let others = sequence.filter { !run.urgent.contains($0) }
            #expect(others == others.sorted())
        }
        #expect(run.makespan <= best * 11 / 10, "\(Double(run.makespan) / Double(best)), \(run.urgent.count) urgent")
    }

    @Test(
        "two tests that take long, beside each other in the plan, have a worker each, be it known or not",
        arguments: [false, true])
    func neighbours(isKnown: Bool) {
        // As in a package with one class of many short tests.
        var lengths = Array(repeating: 10_000_000 as UInt64, count: 600)
        (lengths[300], lengths[301]) = (32_000_000_000, 32_000_000_000)
        let work = PlannedWork(unitCount: 600, groupEnds: [600], jobs: 2, durations: isKnown ? lengths : [])
        let run = SimulatedRun(work, lengths: lengths)
        #expect(run.makespan <= SimulatedRun.best(work, lengths) + 100_000_000, "\(run.makespan)")
    }

    @Test(
        "durations that have changed since take no more than without a record", arguments: 1...20 as ClosedRange<UInt64>
    )
    func wrong(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let (lengths, expected) = (Self.lengths(100, &numbers), Self.lengths(100, &numbers))
        let work = PlannedWork(unitCount: 100, groupEnds: [100], jobs: 4, durations: expected)
        let run = SimulatedRun(work, lengths: lengths)
        #expect(run.makespan <= SimulatedRun.best(work, lengths) * 7 / 4 + run.idle / 4)
    }
}
