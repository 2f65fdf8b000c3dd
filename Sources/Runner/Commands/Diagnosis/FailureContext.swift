// SPDX-License-Identifier: MIT

import RunnerModel

/// A failure as the run had it, with all that may have to do with it.
struct FailureContext {
    /// The case that failed.
    var slot: Plan.Slot
    /// Whether it took longer than its limit.
    var hasTimedOut = false
    /// Its time limit, in nanoseconds.
    var limit = UInt64.max
    /// The cases that ran before it in its process, in order.
    var before: [Plan.Slot] = []
    /// The cases that each worker ran; nil if there was one worker.
    var together: PrescribedOrder?
    /// The cases of the plan that its class declares before it, in that order.
    var declared: [Plan.Slot] = []
    /// The other cases that may run before it and did not fail, its bundle's first.
    var others: [[Plan.Slot]] = []
    /// The seed, and the choices that it made besides the order.
    var conditions: TrialConditions
}
