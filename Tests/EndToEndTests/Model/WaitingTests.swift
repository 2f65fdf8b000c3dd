// SPDX-License-Identifier: MIT

import Testing

/// Cases that wait, and how the runner reports them.
@Suite(.long) struct WaitingTests {
    /// Runs a class of the fixture.
    private func run(_ name: String, _ options: String...) throws -> Subprocess.Result {
        let words = ["-v", "--no-state", "--seed", "1", "--jobs", "1", "--color", "never", "--filter", ".\(name)/"]
        return try Runner.run(words + options + [SwiftFixtures.bundle("WaitingSuites")])
    }

    @Test("rules 20, 21, 22, 25: the runner's report names what was waited for, and where")
    func report() throws {
        let result = try run("WaitsTests").exiting(1)
        for words in [
            "passed WaitingSuites/WaitingSuites.WaitsTests/testAsyncFromATask",
            "testAsyncForgetsToFinish took longer than its limit of 0.2 s", "WaitsTests.swift:2001 (last known)",
            "\"the answer arrived\" was fulfilled 0 of 1 time", "WaitsTests.swift:2002",
            "the expectation \"forgotten\" was never waited for", "WaitsTests.swift:2003",
            "passed WaitingSuites/WaitingSuites.WaitsTests/testKnown", "2 passed, 3 failed (1 threw an error)",
        ] { #expect(result.output.contains(words), "\(words): \(result.output)") }
    }

    @Test("rule 21: a body that cannot be abandoned loses its worker, and the run goes on")
    func stuck() throws {
        let result = try run("StuckTests", "--timeout", "60").exiting(1)
        let name = "WaitingSuites/WaitingSuites.StuckTests"
        for stuck in ["testAsyncBlocks", "testAsyncmainBlocks"] {
            #expect(result.output.contains("failed \(name)/\(stuck)"), "\(result.output)")
            #expect(result.output.contains("\(stuck) took longer than its limit of 0.2 s: its body has not returned"))
        }
        #expect(result.output.contains("StuckTests.swift:1001 (last known)"))
        #expect(result.output.contains("| about to block"))
        for other in ["testAsyncDone", "testPlain"] { #expect(result.output.contains("passed \(name)/\(other)")) }
    }
}
