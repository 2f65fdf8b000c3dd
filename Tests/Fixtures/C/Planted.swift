// SPDX-License-Identifier: MIT

import XCTest

/// Whether the polluter has run in this process.
nonisolated(unsafe) private var isPolluted = false
/// Whether the polluter of `Inner` has.
nonisolated(unsafe) private var isInnerPolluted = false

/// Passes as declared, and fails behind `Polluter`.
final class Victim: XCTestCase {
    func testFinds() { XCTAssertFalse(isPolluted) }
}

/// Passes.
final class Filler: XCTestCase {
    func testPasses() {}
}

/// Leaves a mark.
final class Polluter: XCTestCase {
    func testPollutes() { isPolluted = true }
}

/// Fails in one of two orders.
final class Inner: XCTestCase {
    func testFinds() { XCTAssertFalse(isInnerPolluted) }
    func testPollutes() { isInnerPolluted = true }
}

XCTMain([
    testCase([("testFinds", Victim.testFinds)]), testCase([("testPasses", Filler.testPasses)]),
    testCase([("testPollutes", Polluter.testPollutes)]),
    testCase([("testFinds", Inner.testFinds), ("testPollutes", Inner.testPollutes)]),
])
