// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// The limits of the command line.
struct RunLimitsTests {
    @Test("a limit that is nearly nothing counts as a millisecond", arguments: [0, 1e-9, 0.000_999, -1])
    func least(seconds: Double) {
        let limits = RunLimits(load: seconds, run: seconds, all: nil)
        #expect(limits.run == 1_000_000 && limits.load == 1_000_000)
    }

    @Test("a multiple of a limit stops at the largest number", arguments: [1, 1000, UInt64.max])
    func stretched(factor: UInt64) {
        let limits = RunLimits(load: 1, run: 1e9).stretched(by: factor)
        #expect(limits.run == (factor < 100 ? 1_000_000_000_000_000_000 : .max))
        #expect(limits.stretched(2) == (factor < 1 << 60 ? 2 * factor : .max))
    }
}
