// SPDX-License-Identifier: MIT

import Testing

/// Rules 20 to 22 and 25, through a real bundle and the real runner.
@Suite(.long) struct WaitsReportTests {
    @Test("rules 20, 21, 22, 25: the runner's report names what was waited for, and where")
    func report() throws {
        let output = try RunnerFixture.run("WaitsTests")
        let name = "Waiting/Waiting.WaitsTests"
        #expect(output.status == 1)
        #expect(output.text.contains("passed \(name)/testAsyncFromATask"))
        #expect(output.text.contains("testAsyncForgetsToFinish took longer than its limit of 0.2 s"))
        #expect(output.text.contains("WaitsTests.swift:2001 (last known)"))
        #expect(output.text.contains("\"the answer arrived\" was fulfilled 0 of 1 time"))
        #expect(output.text.contains("WaitsTests.swift:2002"))
        #expect(output.text.contains("the expectation \"forgotten\" was never waited for"))
        #expect(output.text.contains("WaitsTests.swift:2003"))
        #expect(output.text.contains("passed \(name)/testKnown"))
        #expect(output.text.contains("2 passed, 3 failed (1 threw an error)"))
    }
}
