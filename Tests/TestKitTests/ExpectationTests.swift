// SPDX-License-Identifier: MIT

import Testing

/// Rules 22 and 23, in a process whose main thread is the probe's.
struct ExpectationTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun("ExpectationTests") }

    /// The beginnings of messages.
    private static let (late, inverted, polled) = (
        "assertion expectations are not met after 0.02 s:", "assertion an expectation is not met:",
        "assertion expected the condition to hold within 0.02 s, but it did not"
    )

    @Test(
        "each case of the probe reports this and ends so",
        arguments: [
            // Rule 22: met from any thread, several at once, sync and async.
            ("testFulfilledElsewhere", ["passed"]), ("testSeveral", ["passed"]), ("testAwaited", ["passed"]),
            ("testOfTheTest", ["passed"]),
            // An order is kept to where it is asked for: by when each was fulfilled often enough.
            ("testInOrder", ["passed"]),
            (
                "testOutOfOrder",
                [
                    "assertion expectations are not met in order: \"three\" was fulfilled before \"two\"", "failed",
                ]
            ),
            // What is not met in time is named, with how often it was fulfilled.
            ("testNotInTime", ["\(late) \"two\" was fulfilled 1 of 2 times", "failed"]),
            ("testAwaitedNotInTime", ["\(late) \"never\" was fulfilled 0 of 1 time", "failed"]),
            // Fulfilling too often fails, unless allowed.
            ("testTooOften", ["assertion the expectation \"done\" was fulfilled more often than 1 time", "failed"]),
            ("testMoreThanOnceIsAllowed", ["passed"]),
            ("testBadCount", ["assertion an expectation's count must be 1 or more, got 0", "failed"]),
            // An inverted one is met when fulfilled fewer times, and else ends the wait at once.
            ("testInverted", ["passed"]), ("testInvertedCount", ["passed"]),
            ("testInvertedFails", ["\(inverted) \"never\" was fulfilled 1 time, expected none", "failed"]),
            (
                "testInvertedCountFails",
                ["\(inverted) \"rarely\" was fulfilled 2 times, expected fewer than 2", "failed"]
            ),
            // One that nobody waits for is a failure, unless an error came first.
            ("testNeverWaitedFor", ["assertion the expectation \"forgotten\" was never waited for", "failed"]),
            ("testNeverReached", ["assertion expected true, got false", "failed"]),
            // A cancelled task ends its wait; waiting uses no processor time.
            ("testCancelled", ["passed"]), ("testWaitsUseNoProcessor", ["passed"]),
            // Rule 23: wait(seconds) serves the main queue.
            ("testWaitServesTheMainQueue", ["served", "waited", "passed"]),
            // A polling assertion looks at once, then until the limit, and serves the main queue meanwhile.
            ("testEventuallyAtOnce", ["passed"]), ("testEventually", ["passed"]),
            ("testEventuallyFails", ["\(polled) (a comment)", "failed"]),
            ("testRequireEventuallyFails", [polled, "failed"]), ("testEventuallyAwaited", [polled, "failed"]),
        ])
    func story(name: String, expected: [String]) throws {
        #expect(try Self.run.get().story(of: name) == expected)
    }

    @Test("rule 22: a wait for what can no longer be met is over long before its limit")
    func duration() throws {
        #expect(try Self.run.get().duration < 30)
    }

    @Test("rule 22: a test's expectation that nobody waits for is a failure of its tear-down")
    func neverWaitedFor() throws {
        #expect(
            try ProbeRun("OpenExpectationTests").events.suffix(2) == [
                "100: assertion the expectation \"of the test\" was never waited for", "end failed",
            ])
    }
}
