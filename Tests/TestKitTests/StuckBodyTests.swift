// SPDX-License-Identifier: MIT

import Testing

/// Rule 21, through a real bundle and the real runner.
@Suite(.long) struct StuckBodyTests {
    @Test("rule 21: a body that cannot be abandoned loses its worker, and the run goes on")
    func stuck() throws {
        let output = try RunnerFixture.run("StuckTests", options: ["--timeout", "30"])
        #expect(output.status == 1)
        let name = "Waiting/Waiting.StuckTests"
        for stuck in ["testAsyncBlocks", "testAsyncmainBlocks"] {
            #expect(output.text.contains("failed \(name)/\(stuck)"))
            #expect(output.text.contains("\(stuck) took longer than its limit of 0.2 s: its body has not returned"))
        }
        #expect(output.text.contains("StuckTests.swift:1001 (last known)"))
        #expect(output.text.contains("| about to block"))
        for other in ["testAsyncDone", "testPlain"] { #expect(output.text.contains("passed \(name)/\(other)")) }
    }
}
