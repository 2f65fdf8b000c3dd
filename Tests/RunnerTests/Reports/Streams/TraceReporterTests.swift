// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The trace for Perfetto, against the Trace Event Format.
struct TraceReporterTests {
    /// The events of a trace.
    private func events(_ run: SampleRun, _ events: [Event]) throws -> [[String: Any]] {
        let text = try run.report(events) { TraceReporter(context: $0, output: $1) }
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(root?["traceEvents"] as? [[String: Any]])
    }

    @Test("a case is a slice of its worker and a failure an instant")
    func slicesAndInstants() throws {
        let run = SampleRun()
        var pay = run.result(.pay, .failed, [Issue(kind: .assertion, message: "too dear")])
        pay.worker = 2
        let unit = UnitResult(classIndex: 1, started: 1_900_000_000, ended: 2_100_000_000, worker: 2)
        let all = try events(run, [.caseEnded(pay), .unitEnded(unit), .caseEnded(run.result(.touch, .skipped))])
        #expect(all.compactMap { $0["ph"] as? String } == ["M", "X", "i", "X"])
        #expect(Set(all.compactMap { $0["tid"] as? Int }) == [3])
        #expect((all[0]["args"] as? [String: String])?["name"] == "worker 3")
        // Instant 2 s of a run that started at 1 s, in microseconds.
        #expect(all[1]["name"] as? String == "testPay" && all[1]["ts"] as? Double == 1_000_000)
        #expect(all[1]["dur"] as? Double == 1500)
        #expect((all[1]["args"] as? [String: Any])?["outcome"] as? String == "failed")
        #expect(all[2]["name"] as? String == "too dear" && all[2]["ts"] as? Double == 1_001_500)
        #expect(all[3]["name"] as? String == "Shop.CartTests" && all[3]["dur"] as? Double == 200_000)
        #expect(try events(run, []).isEmpty)
    }
}
