// SPDX-License-Identifier: MIT

/// The result of a test in one run, in two bytes: its outcome, and its duration to three percent.
public struct HistoryResult: Equatable, Sendable {
    /// The bits for the duration, below those for the outcome.
    private static let durationBits: UInt16 = 11
    /// The outcome and the duration.
    public let bits: UInt16

    /// A result that the run does not have.
    public static let absent = HistoryResult(.absent, duration: 0)

    /// Takes the two bytes of a file; nil for an outcome that does not exist.
    public init?(bits: UInt16) {
        guard Int(bits >> Self.durationBits) < HistoryOutcome.numbered.count else { return nil }
        self.bits = bits
    }

    /// Joins an outcome and a duration in nanoseconds.
    public init(_ outcome: HistoryOutcome, duration: UInt64) {
        bits = UInt16(outcome.number) << Self.durationBits | Self.code(of: duration)
    }

    /// The outcome.
    public var outcome: HistoryOutcome { HistoryOutcome.numbered[Int(bits >> Self.durationBits)] }

    /// The duration in nanoseconds; 0 if it is unknown.
    public var duration: UInt64 { Self.duration(of: bits & (1 << Self.durationBits - 1)) }

    /// A duration as a number of eleven bits: its highest six bits, and how many follow them.
    private static func code(of duration: UInt64) -> UInt16 {
        if duration < 64 { return UInt16(duration) }
        let shift = UInt64(duration.bitWidth - 6 - duration.leadingZeroBitCount)
        return UInt16(truncatingIfNeeded: shift * 32 + duration >> shift)
    }

    /// The middle of the durations that a number represents.
    private static func duration(of code: UInt16) -> UInt64 {
        if code < 64 { return UInt64(code) }
        let shift = UInt64(code / 32 - 1)
        return (UInt64(code % 32) + 32) << shift + (1 << shift) / 2
    }
}

extension HistoryResult {
    /// Takes the result of a case.
    public init(_ result: CaseResult) {
        let repetition = result.repetition
        let hasPassed =
            result.hasPassedAtRetry || repetition.map { $0.failures > 0 && $0.failures < $0.runs } ?? false
        let outcome: HistoryOutcome =
            switch result.outcome {
            case .passed where result.attempt > 1: .passedAtRetry
            case .failed where hasPassed, .crashed where hasPassed, .timedOut where hasPassed: .failedAtTimes
            case .skipped where result.isForgiven: .forgiven
            case let plain: .plain(plain)
            }
        self.init(outcome, duration: outcome.isExecuted ? result.duration : 0)
    }
}
