// SPDX-License-Identifier: MIT

import RunnerModel

/// Runs a plan as often as the command line asks: once, with further attempts of failed cases, or in repetitions.
///
///     run
///       runAttempts       the plan, then what failed of it, up to `--retry` more times
///       runBySystem         once more what failed by an order of tasks that may not repeat (SystemRerun)
///       runRepetitions    the plan again and again, each time by the next seed; results are reported at the end
///         PlanExecutor      each time
///
/// The type itself does not require that `Executor` is one: its metadata would then have the runtime look the conformance up in
/// all loaded libraries at each start, 100,000 instructions. The extension that uses it does.
///
/// Rule 37.
public struct PlanRunner<Executor> {
    /// The plan of the run.
    let plan: Plan
    /// How often.
    let settings: PlanSettings
    /// The same plan by another seed.
    let replan: (UInt64) -> Plan
    /// Who runs it.
    public private(set) var executor: Executor

    /// Prepares to run a plan.
    public init(_ plan: Plan, _ settings: PlanSettings, by executor: Executor, replan: @escaping (UInt64) -> Plan) {
        (self.plan, self.settings, self.executor, self.replan) = (plan, settings, executor, replan)
    }
}

extension PlanRunner where Executor: PlanExecutor {
    /// Runs the plan and emits its events; the decisive result of a case comes last.
    ///
    /// A case that the run did not come to has none.
    public mutating func run(emit: @escaping (Event) -> Void) throws {
        if plan.slots.isEmpty { return }
        if settings.isRepeated { try runRepetitions(emit) } else { try runAttempts(emit) }
    }

    /// Whether nothing more is to be started.
    private var isOver: Bool { executor.isInterrupted || executor.isStopping }

    /// Runs the plan, and failed cases again.
    private mutating func runAttempts(_ emit: @escaping (Event) -> Void) throws {
        var attempt = PlanAttempt()
        attempt.settled = CarriedOverCounts(unsupported: plan.unsupported)
        var ledger = RetryLedger(limit: settings.retry, of: plan, rules: settings.rules)
        var rerun = SystemRerun(of: plan)
        var failures = 0
        var current = plan
        let (isCounting, isRetrying) = (settings.failFast != nil, ledger.limit > 0)
        var settled = attempt.settled
        let rules = settings.rules
        let isPlain = ledger.limit == 0 && rules.isEmpty
        while true {
            // A case fails only after its last attempt.
            let failed = failures + ledger.heldFailures
            attempt.failureLimit = ledger.isLastAttempt ? settings.failFast.map { $0 - failed } : nil
            try executor.execute(current, attempt) { event in
                // Nearly always: nobody waits for it, and nobody judges it.
                if isPlain, case .caseEnded(let result) = event, result.isPlainPass { return emit(event) }
                guard var event = ledger.filter(rules.judged(event)) else { return }
                if rules.judgesFinalResults { event = rules.judgedFinally(event) }
                if isRetrying, case .caseEnded(let result) = event { settled.add(result) }
                if isCounting { failures += Self.failures(in: event) }
                if let event = rerun.filter(event) { emit(event) }
            }
            if !ledger.hasMore || isOver { break }
            current = ledger.nextPlan(after: plan)
            attempt.settled = settled
            attempt.number += 1
            attempt.isolation = settings.retryIsolation
        }
        if rerun.isNeeded { try runBySystem(rerun, attempt, emit) }
        for result in ledger.abandoned() { emit(.caseEnded(result)) }
        for result in ledger.takeHeld() { emit(.unitEnded(result)) }
    }

    /// Runs cases once more by the system's order of tasks, and emits what both runs came to.
    private mutating func runBySystem(
        _ held: SystemRerun, _ last: PlanAttempt, _ emit: @escaping (Event) -> Void
    ) throws {
        var (rerun, attempt) = (held, last)
        (attempt.isBySystem, attempt.isolation, attempt.failureLimit) = (true, settings.retryIsolation, nil)
        if !isOver { try executor.execute(held.rerun, attempt) { event in rerun.take(event).map(emit) } }
        for event in rerun.results() { emit(event) }
    }

    /// How many failures an event reports.
    private static func failures(in event: Event) -> Int {
        switch event {
        case .caseEnded(let result): result.isFailure ? 1 : 0
        case .unitEnded(let result): result.isAbnormal ? 1 : 0
        default: 0
        }
    }

    /// Runs the plan again and again, each time by the next seed.
    private mutating func runRepetitions(_ emit: @escaping (Event) -> Void) throws {
        var attempt = PlanAttempt()
        attempt.settled = CarriedOverCounts(unsupported: plan.unsupported)
        var ledger = RepetitionCollector(seed: plan.seed, limit: settings.repetitions)
        let rules = settings.rules
        var current = plan
        while true {
            attempt.failureLimit = settings.failFast.map { $0 - ledger.failureCount }
            try executor.execute(current, attempt) { event in
                if let event = ledger.filter(rules.judged(event)) { emit(event) }
            }
            if isOver || settings.untilFailure && ledger.failureCount > 0 { break }
            guard ledger.startNext() else { break }
            current = replan(ledger.seed)
            attempt.seed = ledger.seed
        }
        for event in ledger.finals(of: plan) { emit(event) }
    }
}
