// SPDX-License-Identifier: MIT

import RunnerModel

/// One run of some cases by worker processes: which cases, and what differs from the run as it was asked for.
///
/// The caller judges the trial's events: `RunLoop` those of the run itself, `WorkerTrials` those of a diagnosis or a hunt.
public struct Trial {
    /// The cases, in order.
    public var plan: Plan
    /// Which attempt of the cases it is; the first is 0.
    public var attempt: UInt32 = 0
    /// The wait before it, in nanoseconds.
    var delay: UInt64 = 0
    /// The isolation; nil for that of the run.
    var isolation: Isolation?
    /// The seed; nil for that of the run.
    public var seed: UInt64?
    /// The choices that the seed makes in all bundles; nil for the run's setting of each.
    public var chance: Chance?
    /// The way to pick the tasks of each case; empty for that of the run.
    public var strategies: [TaskStrategy] = []
    /// Whether the system decides which task runs next, whatever else is asked for.
    public var isBySystem = false
    /// By how much time limits are multiplied.
    public var stretch: UInt64 = 1
    /// When it is ended, whatever runs, in nanoseconds of CLOCK_MONOTONIC; nil where only the run's own limit ends it.
    public var deadline: UInt64?
    /// The failures that end it early; nil for none.
    var failureLimit: FailureLimit?
    /// The results of cases of the same classes that are not in the plan.
    var carriedOver = CarriedOverCounts()

    /// A trial as the run was asked for.
    public init(_ plan: Plan) { self.plan = plan }

    /// Whether it is the first attempt of its cases.
    var isFirst: Bool { attempt == 0 && !isBySystem }
}
