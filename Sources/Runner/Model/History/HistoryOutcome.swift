// SPDX-License-Identifier: MIT

/// The outcome of a test in a run of the history, with all its attempts and repetitions.
public enum HistoryOutcome: Hashable, Sendable {
    /// The run did not have it.
    case absent
    /// As its only run ended, or its last attempt.
    case plain(Outcome)
    /// It failed, and a rule of the configuration lets that fail nothing.
    case forgiven
    /// It failed, and passed at a further attempt.
    case passedAtRetry
    /// It counted as failed, and passed at times: in some repetitions of the run, or at a retry that did not count.
    case failedAtTimes

    /// All of them, by the numbers that are in files.
    public static let numbered: [HistoryOutcome] =
        [.absent, .passed, .failed, .crashed, .timedOut, .skipped, .notRun, .forgiven, .passedAtRetry, .failedAtTimes]

    // The plain ones by their own names.

    /// It passed at once.
    public static var passed: Self { .plain(.passed) }
    /// Something was not true.
    public static var failed: Self { .plain(.failed) }
    /// It ended its worker.
    public static var crashed: Self { .plain(.crashed) }
    /// It took longer than its limit.
    public static var timedOut: Self { .plain(.timedOut) }
    /// It was skipped.
    public static var skipped: Self { .plain(.skipped) }
    /// Its class could not be set up, or the run was cut short.
    public static var notRun: Self { .plain(.notRun) }

    /// Its place in `numbered`.
    public var number: UInt8 { UInt8(Self.numbered.firstIndex(of: self) ?? 0) }

    /// Whether its body ran.
    public var isExecuted: Bool { self != .absent && self != .skipped && self != .notRun }

    /// Whether it failed at least once in the run.
    public var hasFailed: Bool { isExecuted && self != .passed }

    /// Whether it passed at least once in the run.
    public var hasPassed: Bool { self == .passed || self == .passedAtRetry || self == .failedAtTimes }

    /// Whether it counted against the run.
    public var isFailure: Bool { hasFailed && self != .forgiven && self != .passedAtRetry }

    /// The one spelling for programs; that of `Outcome` where there is one.
    public var name: String {
        switch self {
        case .absent: "absent"
        case .plain(let outcome): outcome.rawValue
        case .forgiven: "forgiven"
        case .passedAtRetry: "passedAtRetry"
        case .failedAtTimes: "failedAtTimes"
        }
    }

    /// The outcome in a few words, for people.
    public var words: String {
        switch self {
        case .absent: "absent"
        case .plain(let outcome): outcome.words
        case .forgiven: "failed (forgiven)"
        case .passedAtRetry: "passed at a retry"
        case .failedAtTimes: "failed at times"
        }
    }
}
