// SPDX-License-Identifier: MIT

import RunnerSupport

/// Facts of earlier runs about tests that fail now: a test is flaky, or has never failed before.
public struct KnownFailures {
    /// The most tests that are looked up.
    public static let limit = 20
    /// In how many runs a test must have passed before that is worth a word.
    private static let passedRuns = 5

    /// The runs before, and the tests.
    private let book: HistoryBook
    /// The analysis of the failures.
    private let analysis: HistoryAnalysis
    /// The words for that.
    private let words: HistoryWords

    /// Looks at the runs before.
    public init(_ book: HistoryBook) {
        (self.book, analysis, words) = (book, HistoryAnalysis(book), HistoryWords(runs: book.runs))
    }

    /// A line for each of some tests of which there is something to say.
    public func lines(of identities: [String]) -> [String] {
        identities.compactMap { identity in
            guard let test = book.test(identity), let remark = remark(on: test) else { return nil }
            return "\(TerminalText.line(test.title)) \(remark)"
        }
    }

    /// The remark on a test.
    private func remark(on test: TestHistory) -> String? {
        if case .flaky(let rate, let seeds, _)? = analysis.flakiness(of: test) {
            let runs = "failed in \(rate.count) of the last \(rate.total) runs"
            return "is known to be flaky: \(runs), \(HistoryWords.words(seeds: seeds))"
        }
        for finding in analysis.findings(of: test) {
            switch finding.kind {
            case .newlyFailing(let since, let times, _), .failingForLong(let since, let times, _):
                return "fails since \(words.place(of: since)), this is run \(times + 1)"
            case .flaky, .slower, .idle: break
            }
        }
        let executed = test.executed
        guard executed.count >= Self.passedRuns, !executed.contains(where: \.outcome.hasFailed) else { return nil }
        return "has never failed before, in \(executed.count) runs"
    }
}
