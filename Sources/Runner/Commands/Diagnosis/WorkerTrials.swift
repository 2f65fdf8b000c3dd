// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import WorkerShims

/// Makes trials in worker processes, within a budget of time and runs.
struct WorkerTrials: TrialRunner {
    /// The events of a run of trials so far.
    private final class Watch {
        /// The number of cases that have ended.
        var ended = 0
        /// The result of each case that has, in order.
        var results: [CaseResult] = []
        /// Whether all ended in time.
        var isWhole = true
        /// The numbers of cases that had ended when a worker did.
        var breaks: [Int] = []
    }

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The workers.
    private let pool: WorkerPool
    /// Makes them.
    private var executor: WorkerExecutor
    /// When what runs is ended, in nanoseconds of CLOCK_MONOTONIC.
    private let deadline: UInt64
    /// The number of runs that there may be.
    private let limit: Int
    /// The number of runs that were made.
    private(set) var runs = 0
    /// The changes that classes left in the last run, by registry index.
    private var remarks: [Int: [String]] = [:]
    /// Learns of each run before it starts.
    private let progress: (Int) -> Void

    /// Prepares trials by the workers of a pool, where none is running.
    init(
        _ registry: Registry, _ pool: WorkerPool, _ start: WorkerStart, _ limits: RunLimits, deadline: UInt64,
        limit: Int,
        progress: @escaping (Int) -> Void
    ) {
        (self.registry, self.pool, self.progress) = (registry, pool, progress)
        (self.deadline, self.limit) = (deadline, limit)
        executor = WorkerExecutor(registry, pool, start, limits)
        executor.start.isTrial = true
    }

    mutating func run(_ cases: [WatchedCase], under conditions: TrialConditions) throws(TrialStop) -> [TrialResult] {
        let results = try run(cases, in: cases.map { $0.before + [$0.slot] }, under: conditions)
        if results.count < cases.count { throw .outOfTime }
        return results
    }

    /// Runs some watched cases, one after the other in some processes; returns the results of those that ended in time.
    mutating func run(
        _ cases: [WatchedCase], in processes: [[Plan.Slot]], under conditions: TrialConditions
    ) throws(TrialStop) -> [TrialResult] {
        let watch = try execute(PrescribedOrder(processes: processes), conditions, cases.compactMap(\.strategy))
        var (results, first): ([TrialResult], Int) = ([], 0)
        for one in cases {
            let last = first + one.before.count
            guard watch.results.indices.contains(last) else { break }
            let isWhole = !watch.breaks.contains { $0 > first && $0 <= last }
            let result = watch.results[last]
            results.append(
                TrialResult(
                    outcome: isWhole ? Self.outcome(of: result) : .unresolved, turns: result.turns,
                    duration: result.duration))
            first = last + 1
        }
        if results.count < cases.count, watch.isWhole { throw .failed("a trial did not end") }
        return results
    }

    mutating func run(
        together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
    ) throws(TrialStop) -> TrialOutcome {
        let watch = try execute(order, conditions)
        guard watch.isWhole else { throw .outOfTime }
        guard let result = watch.results.first(where: { $0.slot == slot }) else { return .unresolved }
        return Self.outcome(of: result)
    }

    /// Runs some processes one after the other; returns each failed case after the cases before it in its process, and how many of
    /// the processes ended in time.
    mutating func failures(
        in processes: [[Plan.Slot]], under conditions: TrialConditions
    ) throws(TrialStop) -> (failures: [WatchedCase], ended: Int) {
        let watch = try execute(PrescribedOrder(processes: processes), conditions)
        var found: [WatchedCase] = []
        var first = 0
        for (number, process) in processes.enumerated() {
            for (place, slot) in process.enumerated() {
                let index = first + place
                guard watch.results.indices.contains(index) else {
                    if watch.isWhole { throw .failed("a run did not end") }
                    return (found, number)
                }
                guard Self.outcome(of: watch.results[index]).isFailure else { continue }
                let start = watch.breaks.last { $0 > first && $0 <= index } ?? first
                found.append(WatchedCase(before: Array(process[(start - first)..<place]), slot: slot))
            }
            first += process.count
        }
        return (found, processes.count)
    }

    /// Runs some cases, each in a process of its own, and returns what the leak check sees their classes leave changed, variables
    /// of suites and their libraries among it.
    mutating func leaks(of slots: [Plan.Slot], under conditions: TrialConditions) -> [Int: [String]] {
        (executor.start.leaks, executor.start.watchesData) = (.warn, true)
        _ = try? execute(PrescribedOrder(processes: slots.map { [$0] }), conditions)
        return remarks
    }

    /// Has no case take longer than some nanoseconds.
    mutating func cap(at limit: UInt64) { executor.limits = executor.limits.capped(at: limit) }

    /// Returns the outcome of a watched case.
    private static func outcome(of result: CaseResult) -> TrialOutcome {
        switch result.outcome {
        case .passed: .passed
        case .failed, .crashed: .failed
        case .timedOut: .timedOut
        // Its class could not be set up after what ran before.
        case .notRun: result.reason == .setUpFailed ? .failed : .unresolved
        case .skipped: .unresolved
        }
    }

    /// Makes one run.
    private mutating func execute(
        _ order: PrescribedOrder, _ conditions: TrialConditions, _ strategies: [TaskStrategy] = []
    ) throws(TrialStop) -> Watch {
        if pool.interruption != nil { throw .interrupted }
        if runs >= limit { throw .outOfRuns }
        if worker_now() >= deadline { throw .outOfTime }
        runs += 1
        progress(runs)
        pool.endAll()
        remarks = [:]
        var trial = Trial(order.plan(seed: conditions.seed, in: registry))
        (trial.seed, trial.chance) = (conditions.seed, conditions.chance)
        (trial.strategies, trial.stretch, trial.deadline) = (strategies, conditions.stretch, deadline)
        let watch = Watch()
        var found: [Int: [String]] = [:]
        do {
            try executor.execute(trial) { event in
                switch event {
                case .caseEnded(let result):
                    watch.results.append(result)
                    watch.ended += 1
                case .unitEnded(let result):
                    let texts = result.issues.filter { $0.kind == .warning || $0.kind == .leak }.map(\.message)
                    if !texts.isEmpty { found[result.classIndex] = texts }
                case .workerEnded: watch.breaks.append(watch.ended)
                default: break
                }
            }
        } catch {
            throw .failed("\(error)")
        }
        remarks = found
        if pool.interruption != nil { throw .interrupted }
        watch.isWhole = !executor.isOutOfTime
        return watch
    }
}
