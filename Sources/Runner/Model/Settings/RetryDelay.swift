// SPDX-License-Identifier: MIT

/// The wait of a run before it tries failed cases again.
public struct RetryDelay: Equatable, Sendable {
    /// The longest wait, in seconds.
    private static let longest = 86_400.0
    /// The wait before the second attempt, in seconds.
    public var seconds = 0.0
    /// The factor by which each further wait is longer than the one before.
    public var factor = 1.0

    /// No wait.
    public init() {}

    /// Reads `SECONDS` or `SECONDS,FACTOR`.
    public init(_ text: String, _ option: String) throws(UsageError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2, let seconds = Double(parts[0]), (0...Self.longest).contains(seconds),
            let factor = parts.count == 1 ? 1 : Double(parts[1]), (1...1000).contains(factor)
        else {
            throw .badValue(
                option, value: text,
                expected: "seconds from 0 to 86400, optionally with a factor from 1 to 1000, such as 1 or 0.5,2")
        }
        (self.seconds, self.factor) = (seconds, factor)
    }

    /// The wait before a further attempt, of which the first is 1, in nanoseconds; a day at most.
    public func nanoseconds(before attempt: UInt32) -> UInt64 {
        guard seconds > 0, attempt > 0 else { return 0 }
        var wait = seconds
        for _ in 1..<min(attempt, 1000) where wait < Self.longest { wait *= factor }
        return UInt64(min(wait, Self.longest) * 1_000_000_000)
    }
}
