// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import TestKit

/// Registers the suites of this file.
@MainActor func registerExpectationSuites(in module: ModuleRegistration) {
    let suite = module.suite(ExpectationTests.self, "TestKitProbe.ExpectationTests")
    suite.add("testFulfilledElsewhere") { $0.testFulfilledElsewhere() }
    suite.add("testSeveral") { $0.testSeveral() }
    suite.add("testInOrder") { $0.testInOrder() }
    suite.add("testOutOfOrder") { $0.testOutOfOrder() }
    suite.add("testNotInTime") { $0.testNotInTime() }
    suite.add("testTooOften") { $0.testTooOften() }
    suite.add("testMoreThanOnceIsAllowed") { $0.testMoreThanOnceIsAllowed() }
    suite.add("testInverted") { $0.testInverted() }
    suite.add("testInvertedFails") { $0.testInvertedFails() }
    suite.add("testInvertedCount") { $0.testInvertedCount() }
    suite.add("testInvertedCountFails") { $0.testInvertedCountFails() }
    suite.add("testNeverWaitedFor") { $0.testNeverWaitedFor() }
    suite.add("testNeverReached") { try $0.testNeverReached() }
    suite.add("testBadCount") { $0.testBadCount() }
    suite.add("testAwaited") { await $0.testAwaited() }
    suite.add("testAwaitedNotInTime") { await $0.testAwaitedNotInTime() }
    suite.add("testCancelled") { await $0.testCancelled() }
    suite.add("testWaitServesTheMainQueue") { $0.testWaitServesTheMainQueue() }
    suite.add("testWaitsUseNoProcessor") { $0.testWaitsUseNoProcessor() }
    suite.add("testEventuallyAtOnce") { $0.testEventuallyAtOnce() }
    suite.add("testEventually") { try $0.testEventually() }
    suite.add("testEventuallyFails") { $0.testEventuallyFails() }
    suite.add("testRequireEventuallyFails") { try $0.testRequireEventuallyFails() }
    suite.add("testEventuallyAwaited") { try await $0.testEventuallyAwaited() }
    suite.add("testOfTheTest") { $0.testOfTheTest() }
    let open = module.suite(OpenExpectationTests.self, "TestKitProbe.OpenExpectationTests")
    open.add("testNothing") { $0.testNothing() }
}

/// Rules 22 and 23.
final class ExpectationTests: TestCase {
    /// Made in the set-up, waited for in a case.
    private var ofTheTest: Expectation?

    override func setUpTest() { ofTheTest = Expectation("of the test") }
    override func setUpTestCase(_ name: String) { Probe.note("setUpTestCase \(name)") }

    func testFulfilledElsewhere() {
        let done = Expectation("done")
        ForeignThread.start { done.fulfill() }
        expectTrue(wait(for: done, timeout: .seconds(5)))
    }

    func testInOrder() {
        let (one, two) = (Expectation("one"), Expectation("two", expectedFulfillmentCount: 2))
        two.fulfill()
        one.fulfill()
        two.fulfill()
        expectTrue(wait(for: one, two, timeout: .seconds(5), enforceOrder: true))
    }

    func testOutOfOrder() {
        let (one, two, three) = (Expectation("one"), Expectation("two"), Expectation("three"))
        for expectation in [one, three, two] { expectation.fulfill() }
        expectFalse(wait(for: [one, two, three], timeout: .seconds(5), enforceOrder: true))
        expectTrue(wait(for: [one, two, three], timeout: .seconds(5)))
    }

    func testSeveral() {
        let (one, two) = (Expectation("one"), Expectation("two", expectedFulfillmentCount: 2))
        ForeignThread.start {
            two.fulfill()
            one.fulfill()
            two.fulfill()
        }
        expectTrue(wait(for: one, two, timeout: .seconds(5)))
    }

    func testNotInTime() {
        let (one, two) = (Expectation("one"), Expectation("two", expectedFulfillmentCount: 2))
        two.fulfill()
        one.fulfill()
        expectFalse(wait(for: [one, two], timeout: .milliseconds(20)))
    }

    func testTooOften() {
        let done = Expectation("done")
        done.fulfill()
        done.fulfill()
        wait(for: done, timeout: .seconds(5))
    }

    func testMoreThanOnceIsAllowed() {
        let done = Expectation("done", allowsOverFulfillment: true)
        done.fulfill()
        done.fulfill()
        wait(for: done, timeout: .seconds(5))
    }

    func testInverted() {
        let never = Expectation("never", isInverted: true)
        expectTrue(wait(for: never, timeout: .milliseconds(20)))
    }

    /// Ends long before the limit.
    func testInvertedFails() {
        let never = Expectation("never", isInverted: true)
        ForeignThread.start { never.fulfill() }
        wait(for: never, timeout: .seconds(60))
    }

    func testInvertedCount() {
        let rarely = Expectation("rarely", expectedFulfillmentCount: 2, isInverted: true)
        rarely.fulfill()
        expectTrue(wait(for: rarely, timeout: .milliseconds(20)))
    }

    func testInvertedCountFails() {
        let rarely = Expectation("rarely")
        rarely.isInverted = true
        rarely.expectedFulfillmentCount = 2
        rarely.fulfill()
        rarely.fulfill()
        wait(for: rarely, timeout: .seconds(60))
    }

    func testNeverWaitedFor() {
        _ = Expectation("forgotten")
    }

    /// The failure ends the case, not the wait that was never reached.
    func testNeverReached() throws {
        _ = Expectation("not reached")
        try requireTrue(false)
    }

    func testBadCount() {
        let done = Expectation("done", expectedFulfillmentCount: 0)
        done.fulfill()
        wait(for: done, timeout: .seconds(5))
    }

    func testAwaited() async {
        let (one, two) = (Expectation("one"), Expectation("two"))
        Task {
            one.fulfill()
            two.fulfill()
        }
        expectTrue(await wait(for: one, two, timeout: .seconds(5)))
        await wait(for: .milliseconds(10))
    }

    func testAwaitedNotInTime() async {
        let never = Expectation("never")
        expectFalse(await wait(for: never, timeout: .milliseconds(20)))
    }

    /// A cancelled task does not go on waiting.
    func testCancelled() async {
        let (ready, never) = (Expectation("ready"), Expectation("never", isInverted: true))
        let task = Task {
            ready.fulfill()
            await wait(for: never, timeout: .seconds(60))
        }
        await wait(for: ready, timeout: .seconds(5))
        task.cancel()
        await task.value
    }

    func testWaitServesTheMainQueue() {
        Task { @MainActor in Probe.note("served") }
        wait(for: .milliseconds(50))
        Probe.note("waited")
    }

    func testWaitsUseNoProcessor() {
        let never = Expectation("never", isInverted: true)
        let before = ProcessorTime.now
        wait(for: never, timeout: .milliseconds(300))
        wait(for: .milliseconds(300))
        expectLessThan(ProcessorTime.now - before, 0.1, "processor seconds in 0.6 s")
    }

    func testEventuallyAtOnce() {
        var looks = 0
        /// Counts the looks.
        func look() -> Bool {
            looks += 1
            return true
        }
        expectEventually(look(), within: .zero)
        expectEqual(looks, 1)
    }

    func testEventually() throws {
        let flag = Flag()
        Task { @MainActor in flag.raise() }
        expectEventually(flag.isRaised, within: .seconds(5))
        let other = Flag()
        ForeignThread.start { other.raise() }
        try requireEventually(other.isRaised, within: .seconds(5), pollingEvery: .milliseconds(1))
    }

    func testEventuallyFails() { expectEventually(false, within: .milliseconds(20), "a comment") }

    func testRequireEventuallyFails() throws {
        try requireEventually(false, within: .milliseconds(20))
        Probe.note("not reached")
    }

    func testEventuallyAwaited() async throws {
        let flag = Flag()
        Task { flag.raise() }
        await expectEventually(await flag.value, within: .seconds(5))
        try await requireEventually(flag.isRaised, within: .seconds(5))
        await expectEventually(await flag.value == false, within: .milliseconds(20))
    }

    func testOfTheTest() {
        ofTheTest?.fulfill()
        if let ofTheTest { wait(for: ofTheTest, timeout: .seconds(5)) }
    }
}

/// Its test's expectation is never waited for.
final class OpenExpectationTests: TestCase {
    override func setUpTest() { _ = Expectation("of the test") }
    func testNothing() {}
}

/// A flag for any thread.
final class Flag: Sendable {
    /// Whether it was raised.
    private let flag = Atomic<Bool>(false)
    /// Whether it was raised.
    var isRaised: Bool { flag.load(ordering: .acquiring) }
    /// Whether it was raised, asynchronously.
    var value: Bool { get async { isRaised } }
    /// Raises it.
    func raise() { flag.store(true, ordering: .releasing) }
}
