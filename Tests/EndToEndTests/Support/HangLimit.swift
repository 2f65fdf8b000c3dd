// SPDX-License-Identifier: MIT

/// The time limit for a run of code that never ends: short on a quick machine, and longer while the machine is slow.
///
/// Under a fixed limit, code that does end would exceed it as well as soon as the machine is busy enough, and the verdict of a test would
/// depend on its neighbours. So the limit is measured in starts of the runner, each of which takes some 40 milliseconds in a debug build
/// while other tests run. A single start that takes a second and more says nothing of the next minute, so the limit has an end.
struct HangLimit {
    /// How many starts of the runner the limit is worth: more than anything needs that a fixture does before it hangs.
    private static let starts = 20.0

    /// The longest limit that is measured, in seconds.
    private static let most = 20.0

    /// In seconds.
    let seconds: Double

    /// Measures the machine as it is now.
    init(atLeast least: Double = 1) throws {
        let clock = ContinuousClock()
        let start = clock.now
        try Runner.run(["--version"])
        let measured = min((clock.now - start) / .seconds(1) * Self.starts, Self.most)
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
