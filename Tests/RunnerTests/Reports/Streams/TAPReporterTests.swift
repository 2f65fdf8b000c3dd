// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The TAP stream, beyond the text of `StreamTests`.
struct TAPReporterTests {
    @Test("a text has less than the 65,534 bytes that Perl's expressions take", arguments: ["y", "\u{1B}", "😀"])
    func longTexts(character: String) throws {
        let run = SampleRun()
        var result = run.result(.add, .failed, [Issue(kind: .assertion, message: "too long")])
        result.output = "begin" + String(repeating: character, count: 65_536) + "end"
        let text = try run.report([.caseEnded(result)]) { TAPReporter(context: $0, output: $1) }
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  output: \"begin") })
        #expect(line.utf8.count < 65_534 && line.hasSuffix("end\"") && line.contains("[55544 characters left out]"))
    }

    @Test("the version is the one that is asked for")
    func version() throws {
        let run = SampleRun()
        func text(_ version: TAPVersion) throws -> String {
            try run.report(run.events) { TAPReporter(context: $0, output: $1, version: version) }
        }
        #expect(try text(.fourteen).hasPrefix("TAP version 14\n"))
        #expect(try text(.fourteen).dropFirst(14) == text(.thirteen).dropFirst(14))
    }
}
