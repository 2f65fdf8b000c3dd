// SPDX-License-Identifier: MIT

import Testing

/// Cases that wait, and how the runner reports them.
@Suite(.long) struct WaitingTests {
    @Test("rule 21: a body that cannot be abandoned loses its worker, and the run goes on")
    func stuck() throws {
        let words = ["-v", "--no-state", "--seed", "1", "--jobs", "1", "--color", "never", "--timeout", "60"]
        let result = try Runner.run(words + [SwiftFixtures.bundle("WaitingSuites")]).exiting(1)
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
