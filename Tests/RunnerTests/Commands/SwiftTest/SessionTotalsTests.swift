// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// The last line of a `swift test` of several calls.
struct SessionTotalsTests {
    @Test(
        "says that something failed, whichever call ran it",
        arguments: [
            ("10 1\n1 0\n", "altogether: FAILED, 1 of 11"), ("10 0\n1 0\n", nil), ("10 1\n", nil), ("", nil),
            ("10 1\nnot 3\n1 1\n", "altogether: FAILED, 2 of 11"),
        ])
    func line(text: String, line: String?) { #expect(SessionTotals(text).line == line) }

    @Test("of calls that have ended are added up")
    func added() throws {
        let directory = TemporaryDirectory()
        let path = directory.path("totals")
        #expect(SessionTotals(adding: 10, failed: 1, to: path)?.line == nil)
        #expect(SessionTotals(adding: 1, failed: 0, to: path)?.line == "altogether: FAILED, 1 of 11")
        #expect(SessionTotals(adding: 1, failed: 0, to: directory.path("none/totals"))?.line == nil)
    }
}
