// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import WorkerShims

/// Makes trials in worker processes, within a budget of time and runs.
struct WorkerTrials: TrialRunner {
    /// How much may be spent.
    struct Budget {
        /// When no further run is started, in nanoseconds of CLOCK_MONOTONIC.
        var deadline: UInt64
        /// How many runs there may be.
        var runs: Int
    }

    /// The events of a run of trials so far.
    private final class Watch {
        /// How many cases have ended.
        var ended = 0
        /// The result of each case that has, in order.
        var results: [CaseResult] = []
        /// How many cases had ended when a worker did.
        var breaks: [Int] = []
    }

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The workers.
    private let pool: WorkerPool
    /// How long things may take.
    private var limits: RunLimits
    /// The start of the next worker.
    private var start: WorkerStart
    /// How much may still be spent.
    private(set) var budget: Budget
    /// How many runs were made.
    private(set) var runs = 0
    /// How long the watched case of the last trial took, in nanoseconds.
    private(set) var lastDuration: UInt64 = 0
    /// The changes that classes left in the last run, by registry index.
    private var remarks: [Int: [String]] = [:]
    /// Learns of each run before it starts.
    private let progress: (Int) -> Void

    /// Prepares trials by the workers of a pool, where none is running.
    init(
        _ registry: Registry, _ pool: WorkerPool, _ start: WorkerStart, _ limits: RunLimits, budget: Budget,
        progress: @escaping (Int) -> Void
    ) {
        (self.registry, self.pool, self.start, self.limits) = (registry, pool, start, limits)
        (self.budget, self.progress) = (budget, progress)
        self.start.isTrial = true
    }

    mutating func run(_ trials: [Trial], under conditions: TrialConditions) throws(TrialStop) -> [TrialOutcome] {
        let order = PrescribedOrder(processes: trials.map { $0.before + [$0.slot] })
        let watch = try execute(order, conditions)
        var outcomes: [TrialOutcome] = []
        var first = 0
        for trial in trials {
            let last = first + trial.before.count
            guard watch.results.indices.contains(last) else { throw .failed("a trial came to no end") }
            let isWhole = !watch.breaks.contains { $0 > first && $0 <= last }
            outcomes.append(isWhole ? Self.outcome(of: watch.results[last]) : .unresolved)
            lastDuration = watch.results[last].duration
            first = last + 1
        }
        return outcomes
    }

    mutating func run(
        together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
    ) throws(TrialStop) -> TrialOutcome {
        let watch = try execute(order, conditions)
        guard let result = watch.results.first(where: { $0.slot == slot }) else { return .unresolved }
        return Self.outcome(of: result)
    }

    /// Runs some processes one after the other, and returns each case that failed, behind those before it in its process.
    mutating func failures(
        in processes: [[Plan.Slot]], under conditions: TrialConditions
    ) throws(TrialStop) -> [Trial] {
        let watch = try execute(PrescribedOrder(processes: processes), conditions)
        var found: [Trial] = []
        var first = 0
        for process in processes {
            for (place, slot) in process.enumerated() {
                let index = first + place
                guard watch.results.indices.contains(index) else { throw .failed("a run came to no end") }
                guard Self.outcome(of: watch.results[index]).isFailure else { continue }
                let start = watch.breaks.last { $0 > first && $0 <= index } ?? first
                found.append(Trial(before: Array(process[(start - first)..<place]), slot: slot))
            }
            first += process.count
        }
        return found
    }

    /// Runs some cases, each by a way to pick its tasks, in some processes one after the other.
    mutating func run(
        _ trials: [TaskTrial], in processes: [[Plan.Slot]], under conditions: TrialConditions
    ) throws(TrialStop) -> [TaskTrialResult] {
        start.strategies = trials.map(\.strategy)
        defer { start.strategies = [] }
        let watch = try execute(PrescribedOrder(processes: processes), conditions)
        guard watch.results.count == trials.count else { throw .failed("a trial came to no end") }
        return watch.results.map { result in
            TaskTrialResult(outcome: Self.outcome(of: result), turns: result.turns, duration: result.duration)
        }
    }

    /// Runs some cases, each in a process of its own, and returns what the leak check sees their classes leave changed, variables
    /// of suites and their libraries among it.
    mutating func leaks(of slots: [Plan.Slot], under conditions: TrialConditions) -> [Int: [String]] {
        (start.leaks, start.watchesData) = (.warn, true)
        _ = try? execute(PrescribedOrder(processes: slots.map { [$0] }), conditions)
        return remarks
    }

    /// Has no case take longer than some nanoseconds.
    mutating func cap(at limit: UInt64) { limits = limits.capped(at: limit) }

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
    private mutating func execute(_ order: PrescribedOrder, _ conditions: TrialConditions) throws(TrialStop) -> Watch {
        if pool.interruption != nil { throw .interrupted }
        if runs >= budget.runs { throw .outOfRuns }
        // However short the time is, it is not for nothing.
        if runs > 0, worker_now() >= budget.deadline { throw .outOfTime }
        runs += 1
        progress(runs)
        pool.endAll()
        remarks = [:]
        var start = start
        start.seed = conditions.seed
        (start.chance, start.isOneChance) = (conditions.chance, true)
        let watch = Watch()
        var found: [Int: [String]] = [:]
        do {
            let plan = order.plan(seed: conditions.seed, in: registry)
            let execution = try PlanExecution(
                plan, registry, in: pool, start, limits: limits.stretched(by: conditions.stretch), failureLimit: nil
            ) { event in
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
            try execution.run()
            self.start.findings = execution.start.findings
        } catch {
            throw .failed("\(error)")
        }
        remarks = found
        if pool.interruption != nil { throw .interrupted }
        return watch
    }
}

extension WorkerTrials: TaskTrialRunner {
    mutating func run(
        _ trials: [TaskTrial], under conditions: TrialConditions
    ) throws(TrialStop) -> [TaskTrialResult] {
        try run(trials, in: trials.map { [$0.slot] }, under: conditions)
    }
}
