// SPDX-License-Identifier: MIT

import Testing

/// Rules 20 and 21, in a process whose main thread is the probe's.
struct WaitingCaseTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun("WaitingTests") }

    /// Returns the story of a case.
    private func story(_ name: String) throws -> [String] { try Self.run.get().story(of: name) }

    @Test(
        "rule 20: a synchronous case named testAsync… or …Async runs on a thread of its own",
        arguments: ["testAsyncOwnThread", "testOwnThreadAsync"]
    )
    func ownThread(name: String) throws {
        #expect(try story(name) == ["main false", "passed"])
    }

    @Test("rule 20: one named testAsyncmain… or …Asyncmain is started on the main queue, and may go on there")
    func mainQueue() throws {
        #expect(try story("testAsyncmainQueue") == ["main true", "passed"])
        #expect(try story("testQueueAsyncmain") == ["main true", "later main true", "passed"])
    }

    @Test("rule 20: the case ends when finish() was called and the body has returned, in either order")
    func finishFirst() throws {
        #expect(try story("testAsyncFinishFirst") == ["body returned", "passed"])
        #expect(try story("testPlainFinishDoesNothing") == ["passed"])
    }

    @Test("rule 20: with finishesOnExit it ends when the body returns; what a case sets is its own")
    func finishesOnExit() throws {
        #expect(try story("testAsyncFinishOnExit") == ["passed"])
        #expect(try story("testAsyncSettingsAreTheCasesOwn") == ["passed"])
        #expect(try Self.run.get().events.first == "limit 5.0 seconds")
    }

    @Test("rule 20: a failure, an error or a skip ends the wait at once")
    func failure() throws {
        #expect(try story("testAsyncFailureEnds") == ["assertion expected true, got false (elsewhere)", "failed"])
        let error = "error unexpected error: late (ProbeError) [last known 55]"
        #expect(try story("testAsyncThrows") == [error, "failed"])
        #expect(try story("testAsyncSkips") == ["skip not today", "skipped"])
        let inAWait = try story("testAsyncFailureEndsAWait")
        #expect(inAWait == ["assertion expected true, got false (elsewhere)", "wait ended", "failed"])
        // Each of them would have waited for five seconds.
        #expect(try Self.run.get().duration < 5)
    }

    @Test("rule 20: a case that a registration adds for the main thread against its name fails, and does not run")
    func misplaced() throws {
        let told = try story("testAsyncMisplaced")
        #expect(told.count == 2 && told.last == "failed")
        #expect(told.first?.contains("testAsyncMisplaced asks for a thread of its own") == true)
        #expect(told.first?.contains("register it by addOnOwnThread") == true)
    }

    @Test("rule 21: a time-out fails the case with its name, the limit and the last known line")
    func timeout() throws {
        let message = "took longer than its limit of 0.05 s"
        let told = try story("testAsyncTimeout")
        let head =
            "error testAsyncTimeout \(message): finish() was not called, which a case named testAsync… or …Async must do"
        #expect(told.count == 2 && told[0].hasPrefix(head) && told[0].hasSuffix(" [last known 66]"), "\(told)")
        #expect(
            try story("testAsyncTimeoutInAWait") == [
                "error testAsyncTimeoutInAWait \(message): its body has not returned [last known 70]", "wait ended",
                "failed",
            ]
        )
    }

    @Test("rule 20: the main queue is served while the case waits, and nothing spins")
    func mainLoop() throws {
        #expect(try story("testAsyncServesTheMainQueue") == ["main true", "passed"])
        #expect(try story("testAsyncUsesNoProcessor") == ["passed"])
    }
}
