// SPDX-License-Identifier: MIT

/// Spans of time as suites write them, and moments of a clock that never goes back.
enum TimeLimit {
    /// The clock's moments.
    typealias Instant = ContinuousClock.Instant

    /// As good as for ever: about 30 years.
    static let forever = Duration.seconds(1e9)

    /// Now.
    static var now: Instant { .now }

    /// The moment that lies so far ahead; a span less than 0 is 0.
    static func moment(in span: Duration) -> Instant { now + min(max(span, .zero), forever) }

    /// A span in seconds as people write them, to the nanosecond: "10 s", "0.25 s".
    static func text(_ span: Duration) -> String {
        let (seconds, attoseconds) = span.components
        let nanoseconds = (abs(attoseconds) + 500_000_000) / 1_000_000_000
        let sign = span < .zero ? "-" : ""
        let whole = seconds.magnitude + UInt64(nanoseconds / 1_000_000_000)
        let digits = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        return "\(sign)\(whole)\(fraction.isEmpty ? "" : "." + String(fraction)) s"
    }
}

extension Duration {
    /// In seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
