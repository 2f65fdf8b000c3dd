/// Runs a plan as often as the command line asks: once, with further attempts of what failed, or in repetitions.
///
///     run
///       runAttempts       the plan, then what failed of it, up to `--retry` more times
///       runRepetitions    the plan again and again, each time by the next seed; results are told at the end
///         PlanExecution     each time
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
        /// The isolation of further attempts.
        var retryIsolation = Isolation.class

        /// Whether the plan may be run more than once from its beginning.
        var isRepeated: Bool { repetitions != 1 }
    }

    /// The registry of all loaded bundles.
    let registry: Registry
    /// The plan of the run.
    let plan: Plan
    /// How often.
    let settings: Settings
    /// The same plan by another seed.
    let replan: (UInt64) -> Plan
    /// The workers, of which one stands ready.
    let pool: WorkerPool
    /// How long things may take.
    let limits: RunLimits
    /// The start of the next worker, with the findings of all attempts before.
    private(set) var start: WorkerStart

    /// Prepares to run a plan by the workers of a pool.
    init(
        _ plan: Plan, _ registry: Registry, _ settings: Settings, in pool: WorkerPool, _ start: WorkerStart,
        limits: RunLimits, replan: @escaping (UInt64) -> Plan
    ) {
        (self.plan, self.registry, self.settings, self.pool) = (plan, registry, settings, pool)
        (self.start, self.limits, self.replan) = (start, limits, replan)
    }

    /// Runs it, and tells what happens; of a case that has several results, the last word comes last.
    mutating func run(emit: @escaping (Event) -> Void) throws {
        if plan.slots.isEmpty { return }
        if settings.isRepeated { try runRepetitions(emit) } else { try runAttempts(emit) }
    }

    /// Whether nothing more is to be started.
    private var isOver: Bool { pool.interruption != nil || pool.table.isStopping }

    /// Makes one run of a plan.
    private mutating func execute(_ plan: Plan, failureLimit: Int?, emit: @escaping (Event) -> Void) throws {
        let execution = try PlanExecution(
            plan, registry, in: pool, start, limits: limits, failureLimit: failureLimit, emit: emit)
        defer { start.findings = execution.start.findings }
        try execution.run()
    }

    /// Runs the plan, and what failed again.
    private mutating func runAttempts(_ emit: @escaping (Event) -> Void) throws {
        var ledger = RetryLedger(limit: settings.retry)
        var failures = 0
        var ended: Set<Plan.Slot> = []
        var current = plan
        let isCounting = settings.failFast != nil
        while true {
            // Only what is out of attempts has failed.
            let limit = ledger.isLastAttempt ? settings.failFast.map { $0 - failures } : nil
            try execute(current, failureLimit: limit) { event in
                guard let event = ledger.filter(event) else { return }
                if isCounting { Self.count(event, &failures, &ended) }
                emit(event)
            }
            if !ledger.hasMore || isOver { break }
            current = ledger.nextPlan(after: plan)
            start.attempt += 1
            start.isolation = settings.retryIsolation
        }
        for result in ledger.abandoned() {
            ended.insert(result.slot)
            emit(.caseEnded(result))
        }
        guard pool.table.isStopping else { return }
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
    private mutating func runRepetitions(_ emit: @escaping (Event) -> Void) throws {
        var ledger = RepeatLedger(seed: plan.seed, limit: settings.repetitions)
        var current = plan
        while true {
            let limit = settings.failFast.map { $0 - ledger.failureCount }
            try execute(current, failureLimit: limit) { event in
                if let event = ledger.filter(event) { emit(event) }
            }
            if isOver || settings.untilFailure && ledger.failureCount > 0 { break }
            guard ledger.startNext() else { break }
            current = replan(ledger.seed)
            start.seed = ledger.seed
        }
        for event in ledger.finals(of: plan, isStopped: pool.table.isStopping) { emit(event) }
    }
}
