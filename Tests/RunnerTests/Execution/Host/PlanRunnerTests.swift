// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// How often a plan is run, and what of that is told.
struct PlanRunnerTests {
    /// Stands for the workers: ends each case as a script says.
    private struct Script: PlanExecutor {
        /// The outcome of a case in a run, by the number of the run from 0.
        let outcome: (_ run: Int, _ slot: Plan.Slot) -> Outcome
        /// In which run the user interrupts, before its first case.
        var interruption: Int?
        /// The attempts so far.
        private(set) var attempts: [PlanAttempt] = []
        /// The cases of each run.
        private(set) var runs: [[Plan.Slot]] = []
        private(set) var isInterrupted = false
        private(set) var isStopping = false

        init(interruption: Int? = nil, _ outcome: @escaping (Int, Plan.Slot) -> Outcome) {
            self.interruption = interruption
            self.outcome = outcome
        }

        mutating func execute(_ plan: Plan, _ attempt: PlanAttempt, emit: @escaping (Event) -> Void) {
            attempts.append(attempt)
            runs.append(plan.slots)
            isInterrupted = runs.count - 1 == interruption
            if isInterrupted { return }
            var failures = 0
            for slot in plan.slots where !isStopping {
                let result = CaseResult(slot: slot, outcome: outcome(runs.count - 1, slot))
                emit(.caseEnded(result))
                failures += result.isFailure ? 1 : 0
                isStopping = attempt.failureLimit.map { failures >= $0 } ?? false
            }
        }
    }

    /// The plan of three cases.
    private func plan() throws -> Plan {
        let registry = try Registry.of([FakeClass("M.A", ["testA", "testB", "testC"])])
        return PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 7)
    }

    /// Runs a script; what it came to, and the results that were told last of each case, in the plan's order.
    private func run(
        _ script: Script, _ settings: PlanSettings
    ) throws -> (script: Script, last: [Outcome?], attempts: Int) {
        let plan = try plan()
        var runner = PlanRunner(plan, settings, by: script) { _ in plan }
        var (last, attempts): ([Plan.Slot: Outcome], Int) = ([:], 0)
        try runner.run { event in
            if case .caseEnded(let result) = event { last[result.slot] = result.outcome }
            if case .attemptFailed = event { attempts += 1 }
        }
        return (runner.executor, plan.slots.map { last[$0] }, attempts)
    }

    @Test("without settings a plan is run once")
    func withoutSettings() throws {
        let come = try run(Script { _, _ in .passed }, PlanSettings())
        #expect(come.script.attempts == [PlanAttempt()] && come.last == [.passed, .passed, .passed])
    }

    @Test("what failed is tried again, apart, and the last word counts")
    func retries() throws {
        let second = try plan().slots[1]
        let come = try run(
            Script { run, slot in slot == second && run < 2 ? .failed : .passed }, PlanSettings(retry: 3))
        #expect(come.script.runs.map(\.count) == [3, 1, 1] && come.script.runs.last == [second])
        #expect(come.script.attempts.map(\.isolation) == [nil, .class, .class])
        #expect(come.last == [.passed, .passed, .passed] && come.attempts == 2)
    }

    /// Fails a case by an order of tasks that may not repeat, at each attempt; what it comes to by the system's order.
    private struct Doubtful: PlanExecutor {
        /// The case's outcome by the system's order.
        let bySystem: Outcome
        /// How many wake-ups may excuse it.
        let excuses: UInt64
        private(set) var attempts: [PlanAttempt] = []
        let isInterrupted = false
        let isStopping = false

        init(bySystem: Outcome, excuses: UInt64) { (self.bySystem, self.excuses) = (bySystem, excuses) }

        mutating func execute(_ plan: Plan, _ attempt: PlanAttempt, emit: @escaping (Event) -> Void) {
            attempts.append(attempt)
            for slot in plan.slots {
                let outcome = slot != plan.slots.last ? .passed : attempt.isBySystem ? bySystem : .failed
                let issues = outcome == .passed ? [] : [Issue(kind: .assertion, message: "lost an update")]
                var result = CaseResult(slot: slot, outcome: outcome, issues: issues)
                var trace = TaskTrace()
                (trace.doubts, trace.excuses) = (excuses, excuses)
                if outcome != .passed { result.turns = trace }
                emit(.caseEnded(result))
            }
            emit(.unitEnded(UnitResult(classIndex: plan.units[0].classIndex)))
        }
    }

    /// Runs that; the attempts, and the events of the last case and of its class.
    private func run(_ doubtful: Doubtful, retry: Int = 0) throws -> (attempts: [PlanAttempt], ends: [Event]) {
        let plan = try plan()
        var runner = PlanRunner(plan, PlanSettings(retry: retry), by: doubtful) { _ in plan }
        var ends: [Event] = []
        try runner.run { event in
            if case .caseEnded(let result) = event, result.slot == plan.slots.last { ends.append(event) }
            if case .unitEnded = event { ends.append(event) }
        }
        return (runner.executor.attempts, ends)
    }

    @Test("a failure by an order that may not repeat, which passes by the system's, is a warning", arguments: [0, 2])
    func passesInSystemOrder(retry: Int) throws {
        let come = try run(Doubtful(bySystem: .passed, excuses: 1), retry: retry)
        #expect(come.attempts.map(\.isBySystem) == Array(repeating: false, count: retry + 1) + [true])
        #expect(come.attempts.last?.number == UInt32(retry))
        // The class ends behind it.
        guard case .caseEnded(let result) = come.ends.first, case .unitEnded = come.ends.last else {
            return #expect(Bool(false), "\(come.ends)")
        }
        #expect(come.ends.count == 2 && result.outcome == .passed && !result.isFlaky)
        #expect(result.issues.map(\.kind) == [.warning, .warning] && result.issues.last?.message == "lost an update")
    }

    @Test("a failure by an order that may not repeat, which fails by the system's as well, says so")
    func failsInSystemOrder() throws {
        let come = try run(Doubtful(bySystem: .failed, excuses: 1))
        guard case .caseEnded(let result) = come.ends.first else { return #expect(Bool(false), "\(come.ends)") }
        #expect(result.outcome == .failed && result.issues.map(\.kind) == [.assertion, .warning])
        #expect(result.issues.last?.message == "failed by the system's order of tasks as well: lost an update")
    }

    @Test("a failure by an order that the seed alone decides has no excuse")
    func repeatableOrder() throws {
        let come = try run(Doubtful(bySystem: .passed, excuses: 0))
        guard case .caseEnded(let result) = come.ends.first else { return #expect(Bool(false), "\(come.ends)") }
        #expect(come.attempts.count == 1 && result.outcome == .failed && result.issues.count == 1)
    }

    @Test("a failure that is not out of attempts stops nothing; one that is counts against the limit")
    func failFast() throws {
        let come = try run(Script { _, _ in .failed }, PlanSettings(retry: 1, failFast: 2))
        #expect(come.script.attempts.map(\.failureLimit) == [nil, 2])
        #expect(come.last == [.failed, .failed, .failed])
        let once = try run(Script { _, _ in .failed }, PlanSettings(failFast: 2))
        #expect(once.script.attempts.map(\.failureLimit) == [2])
        #expect(once.last == [.failed, .failed, nil])
    }

    @Test("an interrupt between attempts ends them, and the failures that had waited are reported")
    func interruptedRetries() throws {
        let come = try run(Script(interruption: 1) { _, _ in .failed }, PlanSettings(retry: 2))
        #expect(come.script.runs.count == 2 && come.last == [.failed, .failed, .failed])
    }

    @Test("repetitions have the seeds that follow, and end at the first failure where that is asked for")
    func repetitions() throws {
        let three = try run(Script { _, _ in .passed }, PlanSettings(repetitions: 3))
        #expect(three.script.attempts.map(\.seed) == [nil, 8, 9] && three.last == [.passed, .passed, .passed])
        let first = try plan().slots[0]
        let failing = Script { run, slot in run == 1 && slot == first ? .failed : .passed }
        let until = try run(failing, PlanSettings(repetitions: nil, untilFailure: true))
        #expect(until.script.runs.count == 2 && until.last == [.failed, .passed, .passed])
    }
}
