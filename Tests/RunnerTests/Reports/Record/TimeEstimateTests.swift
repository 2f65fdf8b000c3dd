// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// How long the rest of a run takes.
struct TimeEstimateTests {
    /// A second, in nanoseconds.
    private static let second: UInt64 = 1_000_000_000

    /// Two classes: of `Slow` one case takes 3 s and the others half a second each; those of `Quick` take a second.
    private let registry: Registry
    /// Their plan.
    private let plan: Plan
    /// The record of earlier runs.
    private var record = RunRecord(run: RunRecordTests.sample.run)

    init() throws {
        registry = try Registry.of([
            FakeClass("M.Slow", ["testA", "testB", "testC"]), FakeClass("M.Quick", ["testX", "testY"]),
        ])
        plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        record.classes = [
            RunRecord.Class(
                identity: "B/M.Slow", run: 1, count: 3, duration: 4_000_000,
                cases: [RunRecord.Case(name: "testB", outcome: .passed, duration: 3_000_000)]),
            RunRecord.Class(identity: "B/M.Quick", run: 1, count: 2, duration: 2_000_000),
        ]
    }

    /// A case by its name.
    private func slot(_ name: String) throws -> Plan.Slot {
        try #require(plan.slots.first { registry.identity(of: $0).hasSuffix("/\(name)") })
    }

    /// Returns the estimate after the end of some cases, in seconds.
    private func left(jobs: Int, ended: [(String, Double)] = [], running: [(String, Double)] = []) throws -> Double? {
        guard var estimate = TimeEstimate(record, plan: plan, registry: registry, jobs: jobs) else { return nil }
        for (name, seconds) in ended {
            let duration = UInt64(seconds * Double(Self.second))
            estimate.take(CaseResult(slot: try slot(name), outcome: .passed, duration: duration))
        }
        let now = 100 * Self.second
        let cases = try running.map { (try slot($0), now - UInt64($1 * Double(Self.second))) }
        return Double(estimate.left(cases, at: now)) / Double(Self.second)
    }

    @Test("is the sum for one worker and the longest class for many")
    func workers() throws {
        #expect(try left(jobs: 1) == 6)
        #expect(try left(jobs: 2) == 4)
        #expect(try left(jobs: 8) == 4)
    }

    @Test("what has ended and what is under way is taken off")
    func underWay() throws {
        #expect(try left(jobs: 1, ended: [("testB", 3)]) == 3)
        #expect(try left(jobs: 1, ended: [("testB", 3)], running: [("testX", 0.25)]) == 2.75)
        #expect(try left(jobs: 2, running: [("testB", 2)]) == 2)
        // Longer than expected: how much longer nobody knows.
        #expect(try left(jobs: 1, running: [("testX", 50)]) == 5)
    }

    @Test("a machine that is slow today stays slow")
    func slowMachine() throws {
        #expect(try left(jobs: 1, ended: [("testB", 6)]) == 6)
    }

    @Test("what is not known takes the average")
    mutating func unknownCases() throws {
        record.classes.removeLast()
        // Three cases take 4 s; so do five, at the same rate, but for the nanosecond.
        let left = try #require(try left(jobs: 1))
        #expect(abs(left - 5 * 4 / 3.0) < 0.000_001)
        record.classes = [RunRecord.Class(identity: "B/M.Quick", run: 1, count: 2, duration: 2_000_000)]
        let nothing = try self.left(jobs: 1)
        #expect(nothing == nil)
    }
}
