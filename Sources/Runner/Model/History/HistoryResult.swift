// SPDX-License-Identifier: MIT

/// The result of a test in one run, in two bytes: its outcome, and its duration to three percent.
package struct HistoryResult: Equatable, Sendable {
    /// How a test ended, by numbers that are in files.
    package enum Outcome: UInt8, CaseIterable, Sendable {
        /// The run did not have it.
        case absent = 0
        /// It passed at once.
        case passed = 1
        /// Something did not hold.
        case failed = 2
        /// It ended its worker.
        case crashed = 3
        /// It took longer than its limit.
        case timedOut = 4
        /// It was skipped.
        case skipped = 5
        /// Its class could not be set up, or the run was cut short.
        case notRun = 6
        /// It failed, and a rule of the configuration lets that fail nothing.
        case forgiven = 7
        /// It failed, and passed at a further attempt.
        case passedAtRetry = 8
        /// It counted as failed, and passed at times: in some repetitions of the run, or at a retry that did not count.
        case failedAtTimes = 9

        /// Whether its body ran.
        package var isExecuted: Bool {
            switch self {
            case .absent, .skipped, .notRun: false
            case .passed, .failed, .crashed, .timedOut, .forgiven, .passedAtRetry, .failedAtTimes: true
            }
        }

        /// Whether it failed at least once in the run.
        package var hasFailed: Bool { isExecuted && self != .passed }

        /// Whether it passed at least once in the run.
        package var hasPassed: Bool { self == .passed || self == .passedAtRetry || self == .failedAtTimes }

        /// Whether it counted against the run.
        package var isFailure: Bool { hasFailed && self != .forgiven && self != .passedAtRetry }

        /// The word for it.
        package var word: String {
            switch self {
            case .absent: "absent"
            case .passed: "passed"
            case .failed: "failed"
            case .crashed: "crashed"
            case .timedOut: "timed out"
            case .skipped: "skipped"
            case .notRun: "not run"
            case .forgiven: "failed (forgiven)"
            case .passedAtRetry: "passed at a retry"
            case .failedAtTimes: "failed at times"
            }
        }
    }

    /// The bits for the duration, below those for the outcome.
    private static let durationBits: UInt16 = 11
    /// The outcome and the duration.
    package let bits: UInt16

    /// A result that the run does not have.
    package static let absent = HistoryResult(.absent, duration: 0)

    /// Takes the two bytes of a file; nil for an outcome that does not exist.
    package init?(bits: UInt16) {
        guard Outcome(rawValue: UInt8(bits >> Self.durationBits)) != nil else { return nil }
        self.bits = bits
    }

    /// Joins an outcome and a duration in nanoseconds.
    package init(_ outcome: Outcome, duration: UInt64) {
        bits = UInt16(outcome.rawValue) << Self.durationBits | Self.code(of: duration)
    }

    /// The outcome.
    package var outcome: Outcome { Outcome(rawValue: UInt8(bits >> Self.durationBits)) ?? .absent }

    /// The duration in nanoseconds; 0 if it is unknown.
    package var duration: UInt64 { Self.duration(of: bits & (1 << Self.durationBits - 1)) }

    /// A duration as a number of eleven bits: its highest six bits, and how many follow them.
    private static func code(of duration: UInt64) -> UInt16 {
        if duration < 64 { return UInt16(duration) }
        let shift = UInt64(duration.bitWidth - 6 - duration.leadingZeroBitCount)
        return UInt16(truncatingIfNeeded: shift * 32 + duration >> shift)
    }

    /// The middle of the durations that a number stands for.
    private static func duration(of code: UInt16) -> UInt64 {
        if code < 64 { return UInt64(code) }
        let shift = UInt64(code / 32 - 1)
        return (UInt64(code % 32) + 32) << shift + (1 << shift) / 2
    }
}

extension HistoryResult {
    /// Takes what came of a case.
    package init(_ result: CaseResult) {
        let repetition = result.repetition
        let hasPassed =
            result.hasPassedAtRetry || repetition.map { $0.failures > 0 && $0.failures < $0.runs } ?? false
        let outcome: Outcome
        switch result.outcome {
        case .passed: outcome = result.attempt > 1 ? .passedAtRetry : .passed
        case .failed: outcome = hasPassed ? .failedAtTimes : .failed
        case .crashed: outcome = hasPassed ? .failedAtTimes : .crashed
        case .timedOut: outcome = hasPassed ? .failedAtTimes : .timedOut
        case .skipped: outcome = result.isForgiven ? .forgiven : .skipped
        case .notRun: outcome = .notRun
        }
        self.init(outcome, duration: outcome.isExecuted ? result.duration : 0)
    }
}
