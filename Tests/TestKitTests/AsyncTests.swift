// SPDX-License-Identifier: MIT

import Testing

/// Rule 19, in a process whose main thread is the probe's.
struct AsyncTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun() }

    /// Returns the story of a case.
    private func story(_ name: String) throws -> [String] { try Self.run.get().story(of: name) }

    @Test("rule 19: a plain case runs on the main thread, between the hooks in both forms")
    func plain() throws {
        #expect(
            try story("testSyncOnMain") == [
                "setUpTestCase testSyncOnMain async", "main true", "tearDownTestCase testSyncOnMain async",
                "tearDownTestCase testSyncOnMain", "passed",
            ]
        )
    }

    @Test("rule 19: an async case is awaited while the main actor is served on the main thread")
    func async() throws {
        let story = try story("testAsyncOffMain")
        let words = "assertion expected true, got false (in the async case)"
        #expect(story[1...3] == ["main false", "main actor true", words] && story.last == "failed")
    }

    @Test("rule 19: main-actor cases run on the main thread, sync and async")
    func mainActor() throws {
        #expect(try story("testMainActor").contains("main actor true"))
        #expect(try story("testMainActorSync").contains("main true"))
    }

    @Test("rule 19: a suite that is isolated to the main actor runs its cases and hooks there")
    func isolatedSuite() throws {
        let events = try Self.run.get().events
        #expect(events.suffix(3) == ["phase body", "case 3 passed", "end passed"])
        #expect(events.suffix(7).contains("case 2 passed"))
    }

    @Test("rule 6: an async case's thrown error has the last known line")
    func lastKnown() throws {
        #expect(try story("testThrows").contains("error unexpected error: late (ProbeError) [last known 77]"))
    }

    @Test("rule 4: an async hook is awaited, and its failure counts")
    func hooks() throws {
        let events = try Self.run.get().events
        #expect(events.first == "setUpTest async")
        let end = try #require(events.firstIndex { $0.hasPrefix("end") })
        #expect(events[(end - 1)...end] == ["100: error unexpected error: late (ProbeError)", "end failed"])
    }

    @Test("a task's late failure belongs to the case that started the task")
    func late() throws {
        let events = try Self.run.get().events
        #expect(events.contains("7: assertion expected true, got false (late)"))
        #expect(events.contains("case 8 passed"))
    }

    @Test("waiting does not spin")
    func noSpin() throws {
        #expect(try story("testDoesNotSpin").last == "passed")
    }
}
