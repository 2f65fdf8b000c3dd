// SPDX-License-Identifier: MIT

import RunnerModel

/// The conditions of all trials of a run, besides their cases.
struct TrialConditions: Equatable, Sendable {
    /// The seed.
    var seed: UInt64
    /// The further choices of the seed.
    var chance = Chance()
    /// By how much all time limits are multiplied.
    var stretch: UInt64 = 1
}

/// Some cases in a fresh process, of which the last is watched.
struct WatchedCase: Equatable, Sendable {
    /// The cases before the watched one, in order.
    var before: [Plan.Slot] = []
    /// The watched case.
    var slot: Plan.Slot
    /// The way to pick its tasks; nil for that of the conditions.
    var strategy: TaskStrategy?
}

/// The outcome of a watched case.
struct TrialResult {
    /// The outcome.
    var outcome: TrialOutcome
    /// Which task had each turn; nil where the process did not come to say so.
    var turns: TaskTrace?
    /// The duration, in nanoseconds.
    var duration: UInt64 = 0
}

/// Makes trials: with worker processes, or in a test with a simulation of them.
protocol TrialRunner {
    /// Runs some watched cases one after the other, each in a process of its own, in one trial.
    mutating func run(_ cases: [WatchedCase], under conditions: TrialConditions) throws(TrialStop) -> [TrialResult]
    /// Makes a trial of several workers side by side, in which one case is watched.
    mutating func run(
        together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
    ) throws(TrialStop) -> TrialOutcome
}

extension TrialRunner {
    /// The outcomes of some watched cases, each in a process of its own, in one trial.
    mutating func outcomes(
        of cases: [WatchedCase], under conditions: TrialConditions
    ) throws(TrialStop) -> [TrialOutcome] {
        try run(cases, under: conditions).map(\.outcome)
    }
}

/// The reason why no more trials are made.
enum TrialStop: Error, Equatable, Sendable {
    /// The user or a limit ended the run.
    case interrupted
    /// The time for it is over.
    case outOfTime
    /// The number of runs was used up.
    case outOfRuns
    /// A run could not be made.
    case failed(String)

    /// In words that follow "because".
    var words: String {
        switch self {
        case .interrupted: "the run was interrupted"
        case .outOfTime: "its time was used up (--diagnose-time)"
        case .outOfRuns: "its runs were used up (--diagnose-runs)"
        case .failed(let reason): reason
        }
    }
}
