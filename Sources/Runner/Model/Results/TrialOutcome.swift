// SPDX-License-Identifier: MIT

/// The outcome of a trial.
enum TrialOutcome: Equatable, Sendable {
    /// The watched case held.
    case passed
    /// It did not; in a crash, too.
    case failed
    /// It took longer than its limit.
    case timedOut
    /// It did not run behind the others in one process, so that nothing follows from it.
    case unresolved

    /// Whether the watched case failed.
    var isFailure: Bool { self == .failed || self == .timedOut }
}
