// SPDX-License-Identifier: MIT

import Testing

/// Rule 26.
struct ObserverTests {
    @Test("rule 26: an observer hears of the run, the test, its cases and its failures, in order")
    func events() throws {
        let events = try ProbeRun("ObservedTests").events
        let told = events.filter { event in
            ["run ", "test ", "started ", "ended ", "failure "].contains(where: event.hasPrefix)
        }
        #expect(
            told == [
                "run started", "test started",
                "started testPasses", "ended testPasses passed",
                "started testFails", "failure testFails line 31 expected true", "ended testFails failed",
                "started testThrows", "failure testThrows line 41 expected false", "ended testThrows failed",
                "started testSkips", "ended testSkips skipped",
                "failure - line 0 expected false", "test ended 4 2 1", "run ended",
            ]
        )
    }

    @Test("rule 26: what fails in an observer is a failure of the case, and no event")
    func failure() throws {
        let events = try ProbeRun("ObservedTests").events
        #expect(events.filter { $0 == "3: assertion expected true, got false (in the observer)" }.count == 1)
    }
}
