// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The report for GitLab, against the fields that its documentation demands.
struct CodeQualityReporterTests {
    /// The entries of a report.
    private func entries(_ run: SampleRun, _ events: [Event], checkout: String? = nil) throws -> [[String: Any]] {
        let text = try run.report(events) { CodeQualityReporter(context: $0, output: $1, checkout: checkout) }
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    @Test("a failure has what git lab shows")
    func members() throws {
        let run = SampleRun()
        let all = try entries(run, run.events)
        #expect(all.count == 2)
        #expect(
            all[0]["description"] as? String
                == "Shop/Shop.CartTests/testPay: expected equal values, got 1 and 2 (after a discount)")
        #expect(all.compactMap { $0["severity"] as? String } == ["major", "critical"])
        #expect(all.compactMap { $0["check_name"] as? String } == ["failed", "crashed"])
        let location = try #require(all[0]["location"] as? [String: Any])
        // Below the directory of the run, which is /src.
        #expect(location["path"] as? String == "CartTests.swift")
        #expect((location["lines"] as? [String: Int])?["begin"] == 21)
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

    @Test("what has no place has its declarations")
    func withoutPlace() throws {
        let run = SampleRun()
        let issue = RunnerModel.Issue(kind: .error, message: "thrown")
        let events: [Event] = [
            .caseEnded(run.result(.pay, .failed, [issue])), .runIssue(issue),
            .bundleFaulted(BundleFault(path: "/src/libBad.so", words: "too short")),
        ]
        let places = try entries(run, events).compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
        #expect(places == ["CartTests.swift", "the run", "libBad.so"])
        #expect(try entries(run, []).isEmpty)
    }
}
