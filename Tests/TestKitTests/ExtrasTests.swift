// SPDX-License-Identifier: MIT

import Testing

/// Rule 25's known issues, and what a case can leave to be cleaned up.
///
/// Rule 43.
struct ExtrasTests {
    /// A run of the probe.
    private static let run = Result { try ProbeRun("ExtrasTests") }

    /// Returns the story of a case without the end of its tear-down hook.
    private func story(_ name: String) throws -> [String] {
        try Self.run.get().story(of: name).filter { $0 != "tearDownTestCase" }
    }

    @Test(
        "each case of the probe reports this and ends so",
        arguments: [
            // Rule 25: a known issue is reported, and fails nothing, thrown or recorded, sync or async.
            (
                "testKnown",
                [
                    "warning known expected 2, got 1 (tracked elsewhere)",
                    "warning known unexpected error: late (ProbeError) [last known 73]", "passed",
                ]
            ),
            ("testKnownAwaited", ["warning known in a task", "passed"]),
            (
                "testKnownRequirement",
                ["warning known expected true, got false", "warning known by hand", "went on", "passed"]
            ),
            // A failure that is not the known one fails, and so does an issue that is solved.
            ("testKnownByItsMessage", ["warning known expected 1, got 2", "assertion expected 1, got 3", "failed"]),
            (
                "testKnownIsSolved",
                ["assertion the known issue did not occur; if it is solved, remove withKnownIssue", "failed"]
            ),
            ("testKnownIntermittent", ["passed"]),
            // Rule 43: a case has a temporary directory of its own, which is gone afterwards.
            ("testTemporaryDirectory", ["passed"]), ("testTemporaryDirectoryIsGone", ["passed"]),
            ("testTearDownFails", ["error unexpected error: late (ProbeError)", "the other block", "failed"]),
        ])
    func ending(name: String, expected: [String]) throws {
        #expect(try story(name) == expected)
    }

    @Test("tear-down blocks run after the hook, the last first; one that fails, fails the case")
    func tearDown() throws {
        let story = try Self.run.get().story(of: "testTearDown")
        #expect(story == ["tearDownTestCase", "second block", "first block", "passed"])
        let events = try Self.run.get().events
        #expect(events.suffix(4) == ["tearDownTest", "phase class tear-down", "the test's block", "end passed"])
        // So that a block that crashes or hangs is not taken for the body.
        let block = try #require(events.firstIndex(of: "second block"))
        #expect(events[..<block].last { $0.hasPrefix("phase") } == "phase case tear-down")
    }

    @Test("measure logs the shortest, the median and the longest time")
    func measure() throws {
        let story = try story("testMeasure")
        #expect(story.last == "passed")
        #expect(story.first?.contains("log counting: ") == true && story.first?.contains("(5 times)") == true)
    }
}
