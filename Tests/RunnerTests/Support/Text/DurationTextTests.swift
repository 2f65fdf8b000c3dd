// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Durations in words.
struct DurationTextTests {
    @Test(
        "text",
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1000, "1.00 µs"), (1059, "1.05 µs"), (9999, "9.99 µs"), (10_000, "10.0 µs"),
            (12_345, "12.3 µs"),
            (999_999, "999 µs"),
            (1_000_000, "1.00 ms"), (45_678_901, "45.6 ms"), (1_234_567_890, "1.23 s"), (90_000_000_000, "90.0 s"),
            (3_600_000_000_000, "3600 s"), (.max, "18446744073 s"),
        ] as [(UInt64, String)])
    func text(nanoseconds: UInt64, expected: String) { #expect(DurationText.text(nanoseconds) == expected) }

    @Test("width")
    func width() {
        #expect(DurationText.text(5, width: 8) == "    5 ns")
        #expect(DurationText.text(123_456_789, width: 3) == "123 ms")
    }

    @Test(
        "limit",
        arguments: [
            (60_000_000_000, "60 s"), (500_000_000, "0.5 s"), (1_250_000_000, "1.25 s"), (1_000_000, "0.001 s"),
            (1, "0.000000001 s"),
        ] as [(UInt64, String)])
    func limit(nanoseconds: UInt64, expected: String) { #expect(DurationText.seconds(nanoseconds) == expected) }
}
