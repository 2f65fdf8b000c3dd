// SPDX-License-Identifier: MIT

import Testing

/// Rule 19, in a process whose main thread is the probe's.
struct AsyncTests {
    /// The calls that the probe's host received.
    private static let events = Result { try ProbeRun.events() }

    /// The events from a case's set-up to its status.
    private func events(ofCase name: String) throws -> [String] {
        let events = try Self.events.get()
        let start = try #require(events.firstIndex(of: "setUpTestCase \(name)"))
        let end = try #require(events[start...].firstIndex { $0.hasPrefix("case ") })
        return events[start...end].filter { !$0.hasPrefix("phase") }
    }

    @Test("rule 19: a plain case runs on the main thread, between the hooks in both forms")
    func plain() throws {
        #expect(
            try events(ofCase: "testSyncOnMain") == [
                "setUpTestCase testSyncOnMain", "setUpTestCase testSyncOnMain async", "main true",
                "tearDownTestCase testSyncOnMain async", "tearDownTestCase testSyncOnMain", "case 2 passed",
            ]
        )
    }

    @Test("rule 19: an async case is awaited while the main actor is served on the main thread")
    func async() throws {
        let events = try events(ofCase: "testAsyncOffMain")
        #expect(
            events[2...4] == [
                "main false", "main actor true", "3: assertion expected true, got false (in the async case)",
            ]
        )
        #expect(events.last == "case 3 failed")
    }

    @Test("rule 19: main-actor cases run on the main thread, sync and async")
    func mainActor() throws {
        #expect(try events(ofCase: "testMainActor").contains("main actor true"))
        #expect(try events(ofCase: "testMainActorSync").contains("main true"))
    }

    @Test("rule 19: a suite that is isolated to the main actor runs its cases and hooks there")
    func isolatedSuite() throws {
        let events = try Self.events.get()
        #expect(events.suffix(3) == ["phase body", "case 3 passed", "end passed"])
        #expect(events.suffix(7).contains("case 2 passed"))
    }

    @Test("rule 6: an async case's thrown error has the last known line")
    func lastKnown() throws {
        let issue = "6: error unexpected error: late (ProbeError) [last known 77]"
        #expect(try events(ofCase: "testThrows").contains(issue))
    }

    @Test("rule 4: an async hook is awaited, and its failure counts")
    func hooks() throws {
        let events = try Self.events.get()
        #expect(events.first == "setUpTest async")
        let end = try #require(events.firstIndex { $0.hasPrefix("end") })
        #expect(events[(end - 1)...end] == ["100: error unexpected error: late (ProbeError)", "end failed"])
    }

    @Test("a task's late failure belongs to the case that started the task")
    func late() throws {
        let events = try Self.events.get()
        #expect(events.contains("7: assertion expected true, got false (late)"))
        #expect(events.contains("case 8 passed"))
    }

    @Test("waiting does not spin")
    func noSpin() throws {
        #expect(try events(ofCase: "testDoesNotSpin").last == "case 9 passed")
    }
}
