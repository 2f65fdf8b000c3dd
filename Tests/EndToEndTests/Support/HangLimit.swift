// SPDX-License-Identifier: MIT

/// The time limit for a run of code that never ends: short on a quick machine, and longer while the machine is slow.
///
/// Under a fixed limit, code that does end would exceed it as well as soon as the machine is busy enough, and the verdict of a test would
/// depend on its neighbours. So the limit is measured in starts of the runner, each of which takes some 40 milliseconds in a debug build
/// while other tests run.
struct HangLimit {
    /// How many starts of the runner the limit is worth: more than anything needs that a fixture does before it hangs.
    private static let starts = 20.0

    /// In seconds.
    let seconds: Double

    /// Measures the machine as it is now.
    init(atLeast least: Double = 1) throws {
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for _ in 0..<3 {
            let start = clock.now
            try Runner.run(["--version"])
            slowest = max(slowest, clock.now - start)
        }
        let measured = slowest / .seconds(1) * Self.starts
        seconds = measured <= least ? least : measured.rounded(.up)
    }

    /// The value of an option.
    var option: String { Self.digits(seconds) }

    /// The limit, or a multiple of it, as reports state it: "1 s".
    func text(times factor: Double = 1) -> String { Self.digits(seconds * factor) + " s" }

    /// A number without a fraction that is zero.
    private static func digits(_ value: Double) -> String {
        value.rounded() == value ? "\(Int(value))" : "\(value)"
    }
}
