// SPDX-License-Identifier: MIT

import TestKit

/// The assumptions of this team's other suites.
///
/// A run group below the default of 1: it has ended before any other class begins, on whichever worker. If it fails, the
/// failures after it can be ignored.
final class PreflightTests: TestCase {
    override static var runGroup: Int { 0 }

    func testTheClockNeverGoesBack() {
        let start = ContinuousClock.now
        expectLessThanOrEqual(start, ContinuousClock.now)
    }

    func testIntegersAreOfTheExpectedWidth() {
        expectEqual(Int.bitWidth, 64)
        expectEqual(MemoryLayout<Int>.stride, 8)
    }

    func testProcessorIsLittleEndian_x86_64() {
        expectEqual(UInt16(0x1234).littleEndian, 0x1234)
    }

    func testProcessorIsLittleEndian_arm64() {
        expectEqual(UInt16(0x1234).littleEndian, 0x1234)
    }
}
