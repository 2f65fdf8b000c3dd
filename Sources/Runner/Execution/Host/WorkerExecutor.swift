// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import WorkerShims

/// Makes trials by the workers of a pool.
public struct WorkerExecutor {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The workers, of which one is ready.
    public let pool: WorkerPool
    /// The time limits.
    public var limits: RunLimits
    /// The start of the next worker, with the findings of all trials before.
    public var start: WorkerStart
    /// Whether what each test reaches is recorded.
    public var recordsReach = false
    /// The usual times of tests, if they may change what starts first; nil where they are not known, or must not.
    public var estimate: TimeEstimate?

    /// Prepares trials by the workers of a pool.
    public init(_ registry: Registry, _ pool: WorkerPool, _ start: WorkerStart, _ limits: RunLimits) {
        (self.registry, self.pool, self.start, self.limits) = (registry, pool, start, limits)
    }

    /// Whether the last trial was ended at its deadline.
    public private(set) var isOutOfTime = false

    /// The end of the last trial.
    public var end: RunLoop.End {
        RunLoop.End(isInterrupted: pool.interruption != nil, isStopped: pool.table.isStopping)
    }

    /// Makes a trial, and emits its events.
    public mutating func execute(_ trial: Trial, emit: @escaping (Event) -> Void) throws {
        let begin = worker_now() + trial.delay
        while pool.interruption == nil, case let now = worker_now(), now < begin {
            if limits.deadline.map({ now > $0 }) ?? false { pool.interrupt(by: .runTimeout) }
            emit(.waiting)
            _ = pool.wait(Int(min((begin - now) / 1000 + 1, UInt64(WorkerPool.tick))))
        }
        if trial.delay > 0, pool.interruption != nil { return }
        var start = start
        start.attempt = trial.attempt
        start.isolation = trial.isolation ?? start.isolation
        start.seed = trial.seed ?? start.seed
        if let chance = trial.chance { (start.chance, start.isOneChance) = (chance, true) }
        if !trial.strategies.isEmpty { start.strategies = trial.strategies }
        if trial.isBySystem { start.leaveTasksToSystem(in: trial.plan) }
        if recordsReach {
            for (index, slot) in trial.plan.slots.enumerated() {
                reach_assign(UInt32(index), UInt32(clamping: registry.number(of: slot)))
            }
        }
        let execution = try PlanExecution(
            trial, registry, in: pool, start, limits: limits.stretched(by: trial.stretch), estimate: estimate,
            emit: emit)
        defer { self.start.findings = execution.start.findings }
        try execution.run()
        isOutOfTime = execution.isOutOfTime
    }
}
