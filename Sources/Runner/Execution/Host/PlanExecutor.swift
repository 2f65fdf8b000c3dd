// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import WorkerShims

/// The executor of one run of a plan: workers, or their substitute in a unit test.
public protocol PlanExecutor {
    /// Whether the run was cut short: nothing more is to be started.
    var isInterrupted: Bool { get }
    /// Whether nothing more is to be started because enough has failed.
    var isStopping: Bool { get }
    /// Runs a plan once and emits its events.
    mutating func execute(_ plan: Plan, _ attempt: PlanAttempt, emit: @escaping (Event) -> Void) throws
}

/// The differences between one run of a plan and the next.
public struct PlanAttempt: Equatable {
    /// Which attempt of the plan's cases it is; the first is 0.
    var number: UInt32 = 0
    /// The isolation; nil for that of the start.
    var isolation: Isolation?
    /// The seed; nil for that of the start.
    var seed: UInt64?
    /// The number of failures after which nothing is started; nil for no limit.
    var failureLimit: Int?
    /// The results of cases that are not in the plan of this attempt.
    var settled = CarriedOverCounts()
    /// Whether the system decides which task runs next, whatever else is asked for; such a run is in no history.
    var isBySystem = false
}

/// Runs plans by the workers of a pool.
public struct WorkerExecutor: PlanExecutor {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The workers, of which one is ready.
    let pool: WorkerPool
    /// How long things may take.
    let limits: RunLimits
    /// The start of the next worker, with the findings of all runs before.
    public private(set) var start: WorkerStart
    /// The keeper of the history of processes; nil if none is kept.
    let history: HistoryWriter?
    /// Whether what each test reaches is recorded.
    public var recordsReach = false
    /// How long tests take, where that may change what starts first; nil where it is not known, or must not.
    public var estimate: TimeEstimate?

    /// Prepares a run by the workers of a pool.
    public init(
        _ registry: Registry, _ pool: WorkerPool, _ start: WorkerStart, _ limits: RunLimits,
        history: HistoryWriter? = nil
    ) {
        (self.registry, self.pool, self.start, self.limits) = (registry, pool, start, limits)
        self.history = history
    }

    /// Whether the user, a time limit or a loss ended the run.
    public var isInterrupted: Bool { pool.interruption != nil }
    /// Whether the limit of failures is reached.
    public var isStopping: Bool { pool.table.isStopping }

    /// Runs a plan.
    public mutating func execute(_ plan: Plan, _ attempt: PlanAttempt, emit: @escaping (Event) -> Void) throws {
        start.attempt = attempt.number
        start.isolation = attempt.isolation ?? start.isolation
        start.seed = attempt.seed ?? start.seed
        if recordsReach {
            for (index, slot) in plan.slots.enumerated() {
                reach_assign(UInt32(index), UInt32(clamping: registry.number(of: slot)))
            }
        }
        var emit = emit
        if !attempt.isBySystem, let history, history.begin(plan, attempt: attempt.number) {
            emit = { [emit] event in
                history.handle(event)
                emit(event)
            }
        }
        var start = start
        if attempt.isBySystem { start.leaveTasksToSystem(in: plan) }
        let execution = try PlanExecution(
            plan, registry, in: pool, start, limits: limits, failureLimit: attempt.failureLimit,
            settled: attempt.settled, estimate: estimate, emit: emit)
        defer { self.start.findings = execution.start.findings }
        try execution.run()
    }
}
