// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The report for GitLab, beyond the text of `StreamTests`.
struct CodeQualityReporterTests {
    /// The entries of a report.
    private func entries(_ run: SampleRun, _ events: [Event], checkout: String? = nil) throws -> [[String: Any]] {
        let text = try run.report(events) { CodeQualityReporter(context: $0, output: $1, checkout: checkout) }
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    @Test("paths are relative to the checkout, of which the package may be a part", arguments: ["/", "/elsewhere"])
    func checkout(root: String) throws {
        let run = SampleRun()
        let location = try entries(run, run.events, checkout: root)[0]["location"] as? [String: Any]
        #expect(location?["path"] as? String == (root == "/" ? "src/CartTests.swift" : "CartTests.swift"))
    }

    @Test("a fingerprint stays where lines move and distinguishes failures")
    func fingerprints() throws {
        let run = SampleRun()
        func prints(_ issues: [(String, UInt32)]) throws -> [String] {
            let all = issues.map { message, line in
                var issue = RunnerModel.Issue(kind: .assertion, message: message)
                (issue.file, issue.line) = ("/src/A.swift", line)
                return issue
            }
            return try entries(run, [.caseEnded(run.result(.pay, .failed, all))]).compactMap {
                $0["fingerprint"] as? String
            }
        }
        let first = try prints([("at 0x12", 1), ("at 0x34", 2), ("other", 3)])
        #expect(Set(first).count == 3 && first.allSatisfy { $0.count == 64 })
        #expect(try prints([("at 0x56", 11), ("at 0x78", 12), ("other", 13)]) == first)
    }
}
