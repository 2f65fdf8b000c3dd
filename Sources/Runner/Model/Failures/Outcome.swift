// SPDX-License-Identifier: MIT

/// The outcome of a case.
///
/// Its raw value is the one spelling for programs: in the event stream, the record and the data of reports.
public enum Outcome: String, CaseIterable, Sendable {
    /// Everything held.
    case passed
    /// Something was not true.
    case failed
    /// It ended its worker.
    case crashed
    /// It took longer than its limit.
    case timedOut
    /// It was skipped by its own code, or its platform is not current.
    case skipped
    /// Its class could not be set up, or the run ended before its turn.
    case notRun

    /// Whether it counts against the run.
    public var isFailure: Bool { self == .failed || self == .crashed || self == .timedOut }

    /// The outcome in a word or two, for people.
    public var words: String {
        switch self {
        case .timedOut: "timed out"
        case .notRun: "not run"
        case .passed, .failed, .crashed, .skipped: rawValue
        }
    }
}
