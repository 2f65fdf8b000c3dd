// SPDX-License-Identifier: MIT

import Testing

/// Rules 22 and 23, in a process whose main thread is the probe's.
struct ExpectationTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun("ExpectationTests") }

    /// Returns the story of a case.
    private func story(_ name: String) throws -> [String] { try Self.run.get().story(of: name) }

    @Test(
        "rule 22: expectations are met from any thread, several at once, sync and async",
        arguments: ["testFulfilledElsewhere", "testSeveral", "testAwaited", "testOfTheTest"]
    )
    func met(name: String) throws {
        #expect(try story(name) == ["passed"])
    }

    @Test("rule 22: an order is kept to where it is asked for: by when each was fulfilled often enough")
    func order() throws {
        #expect(try story("testInOrder") == ["passed"])
        let message = "assertion expectations are not met in order: \"three\" was fulfilled before \"two\""
        #expect(try story("testOutOfOrder") == [message, "failed"])
    }

    @Test("rule 22: what is not met in time is named, with how often it was fulfilled")
    func notInTime() throws {
        let head = "assertion expectations are not met after 0.02 s:"
        #expect(try story("testNotInTime") == ["\(head) \"two\" was fulfilled 1 of 2 times", "failed"])
        #expect(try story("testAwaitedNotInTime") == ["\(head) \"never\" was fulfilled 0 of 1 time", "failed"])
    }

    @Test("rule 22: fulfilling too often fails, unless allowed")
    func tooOften() throws {
        let message = "assertion the expectation \"done\" was fulfilled more often than 1 time"
        #expect(try story("testTooOften") == [message, "failed"])
        #expect(try story("testMoreThanOnceIsAllowed") == ["passed"])
        let count = "assertion an expectation's count must be 1 or more, got 0"
        #expect(try story("testBadCount") == [count, "failed"])
    }

    @Test("rule 22: an inverted one is met when fulfilled fewer times, and else ends the wait at once")
    func inverted() throws {
        #expect(try story("testInverted") == ["passed"])
        #expect(try story("testInvertedCount") == ["passed"])
        let head = "assertion an expectation is not met:"
        #expect(try story("testInvertedFails") == ["\(head) \"never\" was fulfilled 1 time, expected none", "failed"])
        #expect(
            try story("testInvertedCountFails") == [
                "\(head) \"rarely\" was fulfilled 2 times, expected fewer than 2", "failed",
            ]
        )
        #expect(try Self.run.get().duration < 30)
    }

    @Test("rule 22: one that nobody waits for is a failure, unless an error came first")
    func neverWaitedFor() throws {
        let message = "assertion the expectation \"forgotten\" was never waited for"
        #expect(try story("testNeverWaitedFor") == [message, "failed"])
        #expect(try story("testNeverReached") == ["assertion expected true, got false", "failed"])
        let open = try ProbeRun("OpenExpectationTests").events
        #expect(
            open.suffix(2) == [
                "100: assertion the expectation \"of the test\" was never waited for", "end failed",
            ]
        )
    }

    @Test("rule 22: a cancelled task ends its wait; waiting uses no processor time")
    func waits() throws {
        #expect(try story("testCancelled") == ["passed"])
        #expect(try story("testWaitsUseNoProcessor") == ["passed"])
    }

    @Test("rule 23: wait(seconds) serves the main queue")
    func waitServes() throws {
        #expect(try story("testWaitServesTheMainQueue") == ["served", "waited", "passed"])
    }

    @Test("rule 23: a polling assertion looks at once, then until the limit, and serves the main queue meanwhile")
    func eventually() throws {
        let message = "assertion expected the condition to hold within 0.02 s, but it did not"
        #expect(try story("testEventuallyAtOnce") == ["passed"])
        #expect(try story("testEventually") == ["passed"])
        #expect(try story("testEventuallyFails") == ["\(message) (a comment)", "failed"])
        #expect(try story("testRequireEventuallyFails") == [message, "failed"])
        #expect(try story("testEventuallyAwaited") == [message, "failed"])
    }
}
