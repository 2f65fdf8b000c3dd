// SPDX-License-Identifier: MIT

/// The outcome of a trial.
public enum TrialOutcome: Equatable, Sendable {
    /// The watched case held.
    case passed
    /// It did not; in a crash as well.
    case failed
    /// It took longer than its limit.
    case timedOut
    /// It did not run after the others in one process, so that nothing follows from it.
    case unresolved

    /// Whether the watched case failed.
    public var isFailure: Bool { self == .failed || self == .timedOut }
}
