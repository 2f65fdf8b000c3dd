// SPDX-License-Identifier: MIT

import Testing

/// Rules 20 and 21, in a process whose main thread is the probe's.
struct WaitingCaseTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun("WaitingTests") }

    /// Returns the story of a case.
    private func story(_ name: String) throws -> [String] { try Self.run.get().story(of: name) }

    @Test(
        "each case of the probe reports this and ends so",
        arguments: [
            // Rule 20: a synchronous case named testAsync… or …Async runs on a thread of its own.
            ("testAsyncOwnThread", ["main false", "passed"]), ("testOwnThreadAsync", ["main false", "passed"]),
            // One named testAsyncmain… or …Asyncmain is started on the main queue, and may go on there.
            ("testAsyncmainQueue", ["main true", "passed"]),
            ("testQueueAsyncmain", ["main true", "later main true", "passed"]),
            // The case ends when finish() was called and the body has returned, in either order.
            ("testAsyncFinishFirst", ["body returned", "passed"]), ("testPlainFinishDoesNothing", ["passed"]),
            // With finishesOnExit it ends when the body returns; what a case sets is its own.
            ("testAsyncFinishOnExit", ["passed"]), ("testAsyncSettingsAreTheCasesOwn", ["passed"]),
            // A failure, an error or a skip ends the wait at once.
            ("testAsyncFailureEnds", ["assertion expected true, got false (elsewhere)", "failed"]),
            ("testAsyncThrows", ["error unexpected error: late (ProbeError) [last known 55]", "failed"]),
            ("testAsyncSkips", ["skip not today", "skipped"]),
            (
                "testAsyncFailureEndsAWait",
                ["assertion expected true, got false (elsewhere)", "wait ended", "failed"]
            ),
            // The main queue is served while the case waits, and nothing spins.
            ("testAsyncServesTheMainQueue", ["main true", "passed"]), ("testAsyncUsesNoProcessor", ["passed"]),
            // Rule 21: a time-out fails the case with its name, the limit and the last known line.
            (
                "testAsyncTimeoutInAWait",
                [
                    "error testAsyncTimeoutInAWait took longer than its limit of 0.05 s: its body has not returned "
                        + "[last known 70]", "wait ended", "failed",
                ]
            ),
        ])
    func ending(name: String, expected: [String]) throws {
        #expect(try story(name) == expected)
    }

    @Test("rule 20: the test's limit is the cases', and none of them waited for all of it")
    func limit() throws {
        let run = try Self.run.get()
        #expect(run.events.first == "limit 5.0 seconds" && run.duration < 5)
    }

    @Test("rule 20: a case that a registration adds for the main thread against its name fails, and does not run")
    func misplaced() throws {
        let told = try story("testAsyncMisplaced")
        #expect(told.count == 2 && told.last == "failed")
        #expect(told.first?.contains("testAsyncMisplaced asks for a thread of its own") == true)
        #expect(told.first?.contains("register it by addOnOwnThread") == true)
    }

    @Test("rule 21: a time-out without finish() says what the case must do")
    func timeout() throws {
        let told = try story("testAsyncTimeout")
        let head =
            "error testAsyncTimeout took longer than its limit of 0.05 s: finish() was not called, which a case named "
            + "testAsync… or …Async must do"
        #expect(told.count == 2 && told[0].hasPrefix(head) && told[0].hasSuffix(" [last known 66]"), "\(told)")
    }
}
