// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// What the runs before say of tests that fail now.
struct KnownFailuresTests {
    /// The lines about a test with some outcomes: one build for all runs, seeds from 1.
    private func lines(_ outcomes: [HistoryOutcome], code: Bool = true) -> [String] {
        var content = HistoryContent()
        let names = HistoryNames(identity: "Shop/M.Cart", tests: ["testPay"])
        content.names[names.key] = names
        for (index, outcome) in outcomes.enumerated() {
            var run = HistoryRun(id: UInt64(index), started: UInt64(index) * 60_000_000_000, seed: UInt64(index + 1))
            run.bundles = [HistoryRun.Bundle(name: "Shop", build: code ? 1 : UInt64(index))]
            run.classes = [
                HistoryRun.Class(key: names.key, content: .each([HistoryResult(outcome, duration: 1_000_000)]))
            ]
            content.runs.append(run)
        }
        return KnownFailures(HistoryBook(content, results: 100)).lines(of: [
            "Shop/M.Cart/testPay", "Shop/M.Cart/testNew",
        ])
    }

    @Test("names a flaky test with how often it failed and the seeds, the newest first")
    func flaky() {
        let outcomes: [HistoryOutcome] = [.passed, .failed, .passed, .passedAtRetry, .crashed, .passed]
        #expect(
            lines(outcomes) == [
                "Shop/M.Cart/testPay is known to be flaky: failed in 3 of the last 6 runs, seeds 5, 4, 2"
            ])
    }

    @Test("names a test that has never failed before, once it has passed a few times")
    func never() {
        #expect(lines(Array(repeating: .passed, count: 4)).isEmpty)
        #expect(
            lines([.skipped] + Array(repeating: .passed, count: 7)) == [
                "Shop/M.Cart/testPay has never failed before, in 7 runs"
            ])
    }

    @Test("says since when a test fails that was broken, and nothing of one that failed with another build")
    func broken() {
        let outcomes: [HistoryOutcome] = [.passed, .passed, .failed, .failed]
        #expect(
            lines(outcomes, code: false) == ["Shop/M.Cart/testPay fails since 1970-01-01 00:02, this is run 3"])
        #expect(lines([.passed, .failed, .passed], code: false).isEmpty)
    }
}
