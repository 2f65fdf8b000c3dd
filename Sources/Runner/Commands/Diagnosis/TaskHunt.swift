// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports

/// Looks for tests that fail by some order of their tasks: runs each by itself, by one order after another (`--hunt=tasks`).
///
///     run
///       survey             all tests once, a process for each class: which leave a choice, and how many turns they take
///       round …            each of these in a process of its own; random choice and priorities take turns
///
/// It goes on where the last hunt of the same tests ended, by the record.
///
/// Rule 72.
struct TaskHunt {
    /// A failure that a hunt has seen.
    struct Failure {
        /// The case.
        let slot: Plan.Slot
        /// The way to pick by which it failed.
        let strategy: TaskStrategy
        /// The outcome of the trial.
        let outcome: TrialOutcome
    }

    /// The rounds of one hunt.
    private static let roundCount: UInt64 = 100
    /// The most processes of one run: then the budget is looked at.
    private static let processLimit = 32
    /// The most cases of one run of the survey.
    private static let surveyLimit = 10_000
    /// The number of failures that are looked into.
    static let failureLimit = 20

    /// The prepared run.
    private let prepared: PreparedRun
    /// The directory of the record; nil if none is kept.
    private let directory: String?
    /// Makes the runs, within the budget.
    private var trials: WorkerTrials
    /// The tests that are hunted.
    private var hunted: [Plan.Slot]
    /// The tests that leave a choice and have not failed, with the number of their turns.
    private var active: [(slot: Plan.Slot, turns: UInt64)] = []
    /// The result so far.
    private var result = HuntResult()
    /// The failures.
    private var failures: [Failure] = []
    /// The orders that were seen, by test and trace.
    private var orders: Set<Order> = []

    /// An order of a test's tasks.
    private struct Order: Hashable {
        /// The test.
        let slot: Plan.Slot
        /// The hash of the order.
        let hash: UInt64
    }

    /// Prepares a hunt after a run of a plan, whose failures are left out.
    init(_ prepared: PreparedRun, after journal: RunJournal, in directory: String?, by trials: WorkerTrials) {
        (self.prepared, self.directory, self.trials) = (prepared, directory, trials)
        let failed = Set(journal.failures.map(\.slot))
        hunted = prepared.plan.slots.filter { !failed.contains($0) }
        self.trials.cap(at: TaskHuntLimit.time)
        result.tasks = HuntResult.Tasks()
    }

    /// The conditions of all trials: only the order of tasks is another in each.
    static func conditions(_ prepared: PreparedRun) -> TrialConditions {
        var conditions = TrialConditions(seed: prepared.plan.seed, chance: prepared.start.chance)
        (conditions.chance.tasks, conditions.chance.random) = (.seeded, .seeded)
        return conditions
    }

    /// The outcome of a hunt: its result, and the failures to look into.
    mutating func run(progress: (HuntResult) -> Void) -> (result: HuntResult, failures: [Failure]) {
        let conditions = Self.conditions(prepared)
        do throws(TrialStop) {
            try survey(conditions, progress)
            let names = hunted.map { prepared.registry.identity(of: $0) }.sorted()
            var record = HuntRecord("hunt-tasks", in: directory, of: names, prepared)
            let done = UInt64(record.done)
            var next = done + 1
            while next <= done + Self.roundCount, !active.isEmpty {
                // A run takes its time to begin, so few tests have several rounds in one.
                let count = max(1, UInt64(Self.processLimit / active.count))
                let last = min(next + count - 1, done + Self.roundCount)
                let ended = next + (try rounds(next...last, conditions, progress))
                record.note(Int(clamping: ended - 1))
                if ended <= last { throw .outOfTime }
                next = ended
            }
            result.tasks?.isComplete = true
        } catch {
            // The findings so far are reported.
        }
        return (result, failures)
    }

    /// Runs all tests once, and finds those that leave a choice.
    private mutating func survey(
        _ conditions: TrialConditions, _ progress: (HuntResult) -> Void
    ) throws(TrialStop) {
        var processes: [[Plan.Slot]] = []
        for unit in prepared.plan.classes {
            let slots = prepared.plan.slots[unit.slots].filter(Set(hunted).contains)
            if !slots.isEmpty { processes.append(slots) }
        }
        var rest = processes[...]
        while !rest.isEmpty {
            var (chunk, size): ([[Plan.Slot]], Int) = ([], 0)
            while let process = rest.first, size < Self.surveyLimit {
                chunk.append(process)
                size += process.count
                rest = rest.dropFirst()
            }
            let strategy = TaskStrategy(.random)
            let tried = chunk.joined().map { WatchedCase(slot: $0, strategy: strategy) }
            let results = try trials.run(tried, in: chunk, under: conditions)
            for (trial, found) in zip(tried, results) {
                if found.outcome == .timedOut || found.duration > TaskHuntLimit.usual { continue }
                take(found, of: trial)
                guard let turns = found.turns, turns.choiceCount > 0, !hasFailed(trial.slot) else { continue }
                active.append((trial.slot, turns.turnCount))
            }
            result.tasks?.tests = active.count + failures.count
            progress(result)
            if results.count < tried.count { throw .outOfTime }
        }
    }

    /// Runs each test that is left by some more orders; returns how many of the rounds ended in time.
    private mutating func rounds(
        _ numbers: ClosedRange<UInt64>, _ conditions: TrialConditions, _ progress: (HuntResult) -> Void
    ) throws(TrialStop) -> UInt64 {
        let size = UInt64(active.count)
        var count: UInt64 = 0
        var rest = numbers.flatMap { [active] number in
            active.map { WatchedCase(slot: $0.slot, strategy: .round(number, turns: $0.turns)) }
        }[...]
        while !rest.isEmpty {
            let chunk = Array(rest.prefix(Self.processLimit))
            rest = rest.dropFirst(Self.processLimit)
            let results = try trials.run(chunk, in: chunk.map { [$0.slot] }, under: conditions)
            for (trial, found) in zip(chunk, results) { take(found, of: trial) }
            progress(result)
            count += UInt64(results.count)
            if results.count < chunk.count { break }
        }
        let failed = Set(failures.map(\.slot))
        active.removeAll { failed.contains($0.slot) }
        return count / size
    }

    /// Whether a case has failed in this hunt.
    private func hasFailed(_ slot: Plan.Slot) -> Bool { failures.contains { $0.slot == slot } }

    /// Takes the result of a trial.
    private mutating func take(_ found: TrialResult, of trial: WatchedCase) {
        result.tasks?.runs += 1
        if let turns = found.turns, turns.choiceCount > 0 {
            orders.insert(Order(slot: trial.slot, hash: turns.hash))
            result.tasks?.orders = orders.count
        }
        guard found.outcome.isFailure, failures.count < Self.failureLimit, !hasFailed(trial.slot),
            let strategy = trial.strategy
        else { return }
        failures.append(Failure(slot: trial.slot, strategy: strategy, outcome: found.outcome))
    }
}
