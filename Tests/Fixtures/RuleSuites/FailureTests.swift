// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// The error that the fixtures throw.
struct FixtureError: Error {}

/// Rules 5 and 6: expected and unexpected failures, and where they were.
final class FailureTests: TestCase {
    func testAssertionFails() { expectEqual(1 + 1, 3) }
    func testRequirementFails() throws {
        try requireTrue(1 > 2)
        trace("past a requirement")
    }
    func testThrowsWithoutAPlace() throws { throw FixtureError() }
    func testThrowsAfterAPlace() throws {
        recordLocation()
        throw FixtureError()
    }
    func testFailsThenThrows() throws {
        expectTrue(false)
        throw FixtureError()
    }
    func testCrashes() {
        recordLocation()
        let nothing: [Int] = []
        trace("\(nothing[0])")
    }
    func testCrashesWithoutAPlace() { fatalError("no place is known") }
    func testPasses() { expectTrue(true) }
    func testSkips() throws { try skip("no such device") }
}
