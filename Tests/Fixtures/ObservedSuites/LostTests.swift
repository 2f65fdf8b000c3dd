// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Cases that end in every way, some with their process.
final class MixedTests: TestCase {
    /// An error that is no failed assertion.
    struct Failure: Error {}

    override class func caseTimeLimit(for name: String) -> Duration? { name == "testHangs" ? .milliseconds(500) : nil }

    func testPasses() {}
    func testFails() { expectTrue(false) }
    func testFailsFirst() {
        expectTrue(false)
        abort()
    }
    func testCrashes() {
        recordLocation()
        abort()
    }
    func testThrows() throws { throw Failure() }
    func testSkips() throws { try skip("not today") }
    func testHangs() { while true { pause() } }
    func testNever_iPad() {}
}

/// Nothing of it is left to run when its process ends.
final class LastTests: TestCase {
    func testCrashes() { abort() }
}

/// Its set-up ends the process.
final class SetUpTests: TestCase {
    override class func setUpClass() { abort() }
    func testNever() {}
}

/// Its tear-down ends the process.
final class TearDownTests: TestCase {
    override class func tearDownClass() { abort() }
    func testPasses() {}
    func testFails() { expectTrue(false) }
    func testSkips() throws { try skip("not today") }
}

/// It skips itself.
final class SkippedTests: TestCase {
    override class func setUpClass() throws { try skip("not here") }
    func testNever() {}
    func testNeither() {}
}

/// Its cases end their process as they are declared to; one has failed by then.
final class EndingTests: TestCase {
    override class func ending(for name: String) -> ProcessEnding? { .failure }
    func testEnds() { exit(3) }
    func testFailsBefore() {
        expectTrue(false)
        fatalError("as declared")
    }
}
