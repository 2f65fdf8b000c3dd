// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Tags and time limits, through real bundles and the real runner.
///
/// Rules 28 and 36.
struct TraitTests {
    /// The verbose report of a run of the bundle in Swift.
    private func run(_ arguments: String...) throws -> (report: Report, status: Int32) {
        let result = try Runner.run(["-v", "--color", "never"] + arguments + [SwiftFixtures.bundle("TraitSuites")])
        return (Report(result.output), result.status)
    }

    @Test("a case's and a class's limit take the place of the command line's, shorter and longer")
    func limits() throws {
        let (report, status) = try run("--tag", "limits or start", "--timeout", "0.4")
        #expect(status == 1)
        let hangs = try #require(report.outcomes.first { $0.identity.hasSuffix("LimitTests/testHangs") })
        #expect(hangs.kind == .timedOut && hangs.text.contains("took longer than 1 s, in the case's body"))
        let takes = report.outcomes.first { $0.identity.contains("testTakesLonger") }
        #expect(takes?.kind == .passed)
        let start = try #require(report.entries.first { $0.kind == .abnormal })
        #expect(start.identity.hasSuffix("SlowStartTests"))
        #expect(start.text.contains("took longer than 1 s, in the test's set-up"))
    }

    // MARK: A bundle in C

    @Test("a bundle in C states tags and limits by the same extensions")
    func bundleInC() throws {
        let directory = TemporaryDirectory()
        let path = try CFixture.compile("traits.c", to: "libC.so", in: directory, define: ["LIMIT": "0.2"])
        #expect(
            try Runner.listed(["--tag", "base and not hanging", path]).sorted() == [
                "C/Traits.BaseTests/testPlain", "C/Traits.TaggedTests/testAttaches", "C/Traits.TaggedTests/testPlain",
            ])
        let report = Report(try Runner.run(["-v", "--tag", "hanging", path]).output)
        #expect(report.outcomes.map(\.kind) == [.timedOut])
        #expect(report.outcomes.first?.text.contains("took longer than 0.2 s") == true)
    }
}
