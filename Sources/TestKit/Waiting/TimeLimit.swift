// SPDX-License-Identifier: MIT

/// Seconds as suites write them, and moments of a clock that never goes back.
enum TimeLimit {
    /// The clock's moments.
    typealias Instant = ContinuousClock.Instant

    /// The longest time that is told from for ever: about 30 years.
    private static let longest = 1e9

    /// Now.
    static var now: Instant { .now }

    /// A span of time; what is no number or less than 0 is 0.
    static func duration(_ seconds: Double) -> Duration {
        seconds > 0 ? .seconds(min(seconds, longest)) : .zero
    }

    /// The moment that lies so many seconds ahead.
    static func moment(in seconds: Double) -> Instant { now + duration(seconds) }

    /// Seconds as people write them: "10 s", "0.25 s".
    static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() && abs(seconds) < longest ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}

extension Duration {
    /// In seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
