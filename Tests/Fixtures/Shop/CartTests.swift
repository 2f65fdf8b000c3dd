// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Prints the first two numbers of hooks and cases, of which docs/ORDER.md lists some.
final class CartTests: TestCase {
    override func setUpTest() { Self.tell("setUpTest", randomNumberGenerator) }
    override func setUpTestCase(_ name: String) { Self.tell("setUpTestCase", randomNumberGenerator) }

    func testAdd() {
        Self.tell("body", randomNumberGenerator)
        expectTrue(ProcessInfo.processInfo.environment["FAIL"] == nil)
    }

    func testOnAThread() {
        let done = Expectation("the thread has drawn")
        Thread.detachNewThread { [randomNumberGenerator] in
            CartTests.tell("thread", randomNumberGenerator)
            done.fulfill()
        }
        wait(for: done, timeout: .seconds(20))
    }

    func testAsyncOnItsThread() {
        Self.tell("waiting", randomNumberGenerator)
        finish()
    }

    func testInATask() async { Self.tell("task", randomNumberGenerator) }

    func testCopiesShareTheStream() {
        var copy = randomNumberGenerator
        let first = copy.next()
        // Another generator's draws move nothing on.
        _ = UInt64.random(in: 0...UInt64.max)
        let second = UInt64.random(in: 0...UInt64.max, using: &randomNumberGenerator)
        print("numbers", "shared", first, second)
    }

    /// Prints two numbers.
    private static func tell(_ place: String, _ generator: CaseRandomNumberGenerator) {
        var generator = generator
        let numbers = [generator.next(), generator.next()]
        print("numbers", place, numbers[0], numbers[1])
    }
}
