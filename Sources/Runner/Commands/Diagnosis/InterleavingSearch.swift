// SPDX-License-Identifier: MIT

import RunnerModel

/// Finds the fewest choices between tasks that make a case fail, of a way to pick them by which it failed.
///
///     explain
///       replay             the same way, three times: does it fail again?
///       fewest             the choices alone, then delta debugging over them
///       replay             the result, three times
struct InterleavingSearch<Runner: TrialRunner> {
    /// The number of replays of a failure.
    static var replays: Int { 3 }
    /// The most choices among which the fewest are looked for.
    private static var choiceLimit: Int { 4096 }

    /// The outcome of the search.
    struct Finding {
        /// The way to pick that shows the failure.
        var strategy: TaskStrategy
        /// The number of failures of the case in the last replays.
        var shown: Evidence
        /// Which task had each turn in one of them that failed; nil where no process came to say so.
        var turns: TaskTrace?
        /// The outcome of those that failed.
        var outcome = TrialOutcome.failed
    }

    /// The case.
    let slot: Plan.Slot
    /// The conditions of all trials.
    let conditions: TrialConditions
    /// Makes the trials.
    private(set) var runner: Runner

    /// Prepares for a case.
    init(_ slot: Plan.Slot, under conditions: TrialConditions, by runner: Runner) {
        (self.slot, self.conditions, self.runner) = (slot, conditions, runner)
    }

    /// Returns the fewest choices that lead to a failure which a way to pick has shown, or that way where there are none.
    ///
    /// Where trials stop first, the best that was found by then.
    mutating func explain(_ strategy: TaskStrategy) throws(TrialStop) -> Finding {
        var found = try replay(strategy)
        guard !found.shown.isNever, let choices = found.turns?.choices, choices.count <= Self.choiceLimit else {
            return found
        }
        do throws(TrialStop) {
            func chosen(_ choices: [TaskChoice]) -> TaskStrategy {
                TaskStrategy(.choices(choices), variation: strategy.variation, preempts: strategy.preempts)
            }
            var fewest = choices
            guard try fail([chosen(choices)]) == [true] else { return found }
            if try fail([chosen([])]) == [true] {
                fewest = []
            } else {
                fewest = try DeltaDebugging.minimize(choices) { parts throws(TrialStop) in try fail(parts.map(chosen)) }
            }
            let last = try replay(chosen(fewest))
            if last.shown.failures >= found.shown.failures, last.turns != nil { found = last }
        } catch {
            // The failure itself is known.
        }
        return found
    }

    /// Replays a way to pick.
    private mutating func replay(_ strategy: TaskStrategy) throws(TrialStop) -> Finding {
        let trial = WatchedCase(slot: slot, strategy: strategy.recording)
        let results = try runner.run(Array(repeating: trial, count: Self.replays), under: conditions)
        let failed = results.filter(\.outcome.isFailure)
        var finding = Finding(strategy: strategy, shown: Evidence(results.map(\.outcome)))
        finding.turns = failed.lazy.compactMap(\.turns).first
        if let first = failed.first { finding.outcome = first.outcome }
        return finding
    }

    /// Whether the case fails by each of some ways to pick.
    private mutating func fail(_ strategies: [TaskStrategy]) throws(TrialStop) -> [Bool] {
        try runner.run(strategies.map { WatchedCase(slot: slot, strategy: $0) }, under: conditions)
            .map(\.outcome.isFailure)
    }
}
