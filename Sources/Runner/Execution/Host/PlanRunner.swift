/// Runs a plan as often as the command line asks: once, with further attempts of what failed, or in repetitions.
///
///     run
///       runAttempts       the plan, then what failed of it, up to `--retry` more times
///       runRepetitions    the plan again and again, each time by the next seed; results are told at the end
///         Dispatcher.run    each time
struct PlanRunner {
    /// How often, and what ends it early.
    struct Settings {
        /// How many more attempts a failed case has.
        var retry = 0
        /// How many times the plan is run; without end where nil.
        var repetitions: Int? = 1
        /// Whether a failure ends the repetitions.
        var untilFailure = false
        /// After how many failures nothing more is started; never where nil.
        var failFast: Int?
        /// What shares a process in further attempts.
        var retryIsolation = Isolation.class

        /// Whether the plan may be run more than once from its beginning.
        var isRepeated: Bool { repetitions != 1 }
    }

    /// What there is.
    let registry: Registry
    /// What is to run.
    let plan: Plan
    /// How often.
    let settings: Settings
    /// The same plan by another seed.
    let replan: (UInt64) -> Plan

    /// Runs it, and tells what happens; of a case that has several results, the last word comes last.
    func run(_ dispatcher: inout Dispatcher, emit: (Event) -> Void) throws {
        if plan.slots.isEmpty { return }
        if settings.isRepeated {
            try runRepetitions(&dispatcher, emit)
        } else {
            try runAttempts(&dispatcher, emit)
        }
    }

    /// Runs the plan, and what failed again.
    private func runAttempts(_ dispatcher: inout Dispatcher, _ emit: (Event) -> Void) throws {
        var ledger = RetryLedger(limit: settings.retry)
        var failures = 0
        var ended: Set<Plan.Slot> = []
        var current = plan
        while true {
            // Only what is out of attempts has failed.
            let limit = ledger.isLastAttempt ? settings.failFast.map { $0 - failures } : nil
            try dispatcher.store(current, registry, failureLimit: limit)
            try dispatcher.run(current) { event in
                guard let event = ledger.filter(event) else { return }
                if settings.failFast != nil { Self.count(event, &failures, &ended) }
                emit(event)
            }
            guard ledger.hasMore, dispatcher.interruption == nil, !dispatcher.table.isStopping else { break }
            current = ledger.nextPlan(after: plan)
            dispatcher.orders.isolation = settings.retryIsolation
        }
        for result in ledger.abandoned() {
            ended.insert(result.slot)
            emit(.caseEnded(result))
        }
        guard dispatcher.table.isStopping else { return }
        for slot in plan.slots where !ended.contains(slot) { emit(.caseEnded(.stopped(slot))) }
    }

    /// Keeps count of what has ended and what has failed.
    private static func count(_ event: Event, _ failures: inout Int, _ ended: inout Set<Plan.Slot>) {
        switch event {
        case .caseEnded(let result):
            ended.insert(result.slot)
            failures += result.isFailure ? 1 : 0
        case .unitEnded(let result): failures += result.isAbnormal ? 1 : 0
        default: break
        }
    }

    /// Runs the plan again and again, each time by the next seed.
    private func runRepetitions(_ dispatcher: inout Dispatcher, _ emit: (Event) -> Void) throws {
        var ledger = RepeatLedger(seed: plan.seed, limit: settings.repetitions)
        var current = plan
        while true {
            let limit = settings.failFast.map { $0 - ledger.failureCount }
            try dispatcher.store(current, registry, failureLimit: limit)
            try dispatcher.run(current) { event in
                if let event = ledger.filter(event) { emit(event) }
            }
            guard dispatcher.interruption == nil, !dispatcher.table.isStopping else { break }
            if settings.untilFailure, ledger.failureCount > 0 { break }
            guard ledger.startNext() else { break }
            current = replan(ledger.seed)
            dispatcher.orders.seed = ledger.seed
        }
        for event in ledger.finals(of: plan, isStopped: dispatcher.table.isStopping) { emit(event) }
    }
}
