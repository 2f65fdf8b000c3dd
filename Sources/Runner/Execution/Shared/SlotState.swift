// SPDX-License-Identifier: MIT

/// The state of a case, a class's set-up or a tear-down, as the shared table has it.
enum SlotState: UInt32, CaseIterable {
    /// It has not begun.
    case waiting
    /// It is running.
    case running
    /// Everything held.
    case passed
    /// Something was not true.
    case failed
    /// It was skipped by its own code.
    case skipped
    /// The bundle returned an unknown status.
    case invalid
    /// Written by the host alone: its worker died or was killed in it.
    case lost
    /// Written by the host alone: its class never began.
    case notRun
    /// It returned after its limit.
    case overdue

    /// Whether it is final.
    var isFinal: Bool { self != .waiting && self != .running }

    /// Whether it counts as a failure, of a test or of its worker.
    var isFailure: Bool { self == .failed || self == .invalid || self == .lost || self == .overdue }
}
