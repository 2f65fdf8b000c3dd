// SPDX-License-Identifier: MIT

import RunnerModel

/// A trial of a case by itself, in which its tasks are picked in some way.
struct TaskTrial: Equatable {
    /// The case.
    var slot: Plan.Slot
    /// The way.
    var strategy: TaskStrategy
}

/// What came of such a trial.
struct TaskTrialResult {
    /// The outcome.
    var outcome: TrialOutcome
    /// Which task had each turn; nil where the process did not come to say so.
    var turns: TaskTrace?
    /// How long it took, in nanoseconds.
    var duration: UInt64 = 0
}

/// Who makes such trials: worker processes, or a simulation of them in a test.
protocol TaskTrialRunner {
    /// Makes some trials one after the other, each in a process of its own, in one run.
    mutating func run(
        _ trials: [TaskTrial], under conditions: TrialConditions
    ) throws(TrialStop) -> [TaskTrialResult]
}
