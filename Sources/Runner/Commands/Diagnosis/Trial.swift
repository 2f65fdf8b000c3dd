// SPDX-License-Identifier: MIT

/// The conditions of all trials of a run, besides their cases.
struct TrialConditions: Equatable, Sendable {
    /// The seed.
    var seed: UInt64
    /// The further choices of the seed.
    var chance = Chance()
    /// By how much all time limits are multiplied.
    var stretch: UInt64 = 1
}

/// A trial: some cases in a fresh process, of which the last is watched.
struct Trial: Equatable, Sendable {
    /// The cases before the watched one, in order.
    var before: [Plan.Slot] = []
    /// The watched case.
    var slot: Plan.Slot
}

/// Who makes trials: worker processes, or a simulation of them in a test.
protocol TrialRunner {
    /// Makes some trials one after the other, each in a process of its own, in one run.
    mutating func run(_ trials: [Trial], under conditions: TrialConditions) throws(TrialStop) -> [TrialOutcome]
    /// Makes a run of several workers side by side, in which one case is watched.
    mutating func run(
        together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
    ) throws(TrialStop) -> TrialOutcome
    /// How long the watched case of the last trial took, in nanoseconds.
    var lastDuration: UInt64 { get }
}

/// Why no more trials are made.
enum TrialStop: Error, Equatable, Sendable {
    /// The user or a limit ended the run.
    case interrupted
    /// The time for it is over.
    case outOfTime
    /// As many runs were made as may be.
    case outOfRuns
    /// A run could not be made.
    case failed(String)

    /// In words that follow "because".
    var words: String {
        switch self {
        case .interrupted: "the run was interrupted"
        case .outOfTime: "the time for it was over (--diagnose-time)"
        case .outOfRuns: "as many runs were made as may be (--diagnose-runs)"
        case .failed(let reason): reason
        }
    }
}
