// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The output of `runner history`, as lines and as JSON.
struct HistoryText {
    /// The runs and all tests.
    let book: HistoryBook
    /// The tests that are shown.
    let shown: [TestHistory]
    /// The analysis of all tests.
    let analysis: HistoryAnalysis
    /// The words for both.
    private let words: HistoryWords

    /// Prepares the texts.
    init(book: HistoryBook, shown: [TestHistory]) {
        (self.book, self.shown) = (book, shown)
        (analysis, words) = (HistoryAnalysis(book), HistoryWords(runs: book.runs))
    }

    /// The number of tests that are shown, without set-ups of classes.
    private var shownCount: Int { shown.count { !$0.isOfClass } }
    /// The findings about the tests that are shown.
    private var findings: [HistoryFinding] { shown.flatMap(analysis.findings(of:)) }

    // MARK: All tests

    /// The heading of each kind of findings, by its word, in the order in which they are printed.
    private static let headings = [
        ("flaky", "flaky: failed and passed with the same code"), ("newlyFailing", "newly failing"),
        ("failingForLong", "failing for long"), ("slower", "slower"), ("idle", "not run for long"),
    ]

    /// The findings, by kinds.
    var overview: [String] {
        var lines = ["history of \(extent), of \(Count.text(shownCount, "test"))"]
        let findings = findings
        for (kind, heading) in Self.headings {
            let own = findings.filter { $0.kind.word == kind }.sorted { Self.weight($0) > Self.weight($1) }
            if own.isEmpty { continue }
            lines += ["", heading + ":"]
            for finding in own {
                lines += ["  " + TerminalText.line(finding.title), "    " + words.text(finding.kind)]
            }
        }
        if findings.isEmpty { lines.append("nothing deserves a look") }
        return lines
    }

    /// The weight of a finding among those of its kind.
    private static func weight(_ finding: HistoryFinding) -> Double {
        switch finding.kind {
        case .flaky(let rate, _, _): rate.rate
        case .newlyFailing(_, let times, _), .failingForLong(_, let times, _): Double(times)
        case .slower(let before, let after, _): Double(after) / Double(max(1, before))
        case .idle(let runs): Double(runs)
        }
    }

    /// "57 runs from 2026-10-01 08:00 to 2026-11-23 09:12".
    private var extent: String {
        guard let first = book.runs.first, let last = book.runs.last, book.runs.count > 1 else {
            return "1 run on \(book.runs.first.map(HistoryWords.time) ?? "")"
        }
        return "\(book.runs.count) runs from \(HistoryWords.time(first)) to \(HistoryWords.time(last))"
    }

    // MARK: Some tests

    /// The names of the tests, also for `--ids`.
    var list: [String] { shown.filter { !$0.isOfClass && $0.isPresent }.map { TerminalText.line($0.identity) } }

    /// All that is known of the tests that are shown.
    var details: [String] {
        var lines: [String] = []
        for test in shown {
            if !lines.isEmpty { lines.append("") }
            lines.append(TerminalText.line(test.title))
            for finding in analysis.findings(of: test) {
                let heading = Self.headings.first { $0.0 == finding.kind.word }?.1.prefix { $0 != ":" } ?? ""
                lines.append("  \(heading): \(words.text(finding.kind))")
            }
            lines += test.results.map { "  " + line(of: $0) }
            lines += lastFailure(of: test)
        }
        return lines
    }

    /// The line of a run.
    private func line(of result: TestHistory.Result) -> String {
        let run = book.runs[result.run]
        var parts = [HistoryWords.time(run), result.outcome.words.filled(to: 17)]
        parts.append((result.duration > 0 ? DurationText.text(result.duration) : "").padded(to: 8))
        parts.append("seed \(result.seed ?? run.seed)")
        if result.attempts > 1 { parts.append("\(result.attempts) attempts") }
        if result.runs > 1 { parts.append("\(result.failures) of \(result.runs) repetitions failed") }
        if run.jobs > 0 { parts.append(Count.text(run.jobs, "job")) }
        if let commit = words.commit(of: result.run) { parts.append(commit) }
        if !run.machine.isEmpty { parts.append(TerminalText.line(run.machine)) }
        return parts.joined(separator: "  ")
    }

    /// The last failure, and the command that repeats it.
    private func lastFailure(of test: TestHistory) -> [String] {
        guard let last = test.results.last(where: \.outcome.hasFailed) else { return [] }
        let message = last.message.isEmpty ? last.outcome.words : last.message
        var lines = ["  last failure, \(words.place(of: last.run)): \(TerminalText.line(message))"]
        if let command = command(of: last) { lines.append("  repeat: \(TerminalText.line(command))") }
        return lines
    }

    /// The command that repeats the run of a result, by the seed with which it failed; nil if it is unknown.
    private func command(of result: TestHistory.Result) -> String? {
        let run = book.runs[result.run]
        if run.command.isEmpty { return nil }
        guard let seed = result.seed, seed != run.seed else { return run.command }
        return run.command.replacing("--seed \(run.seed)", with: "--seed \(seed)", maxReplacements: 1)
    }

    // MARK: JSON

    /// The names of the tests and their tags as one JSON object.
    var jsonList: String {
        var json = JSONWriter()
        json.beginObject()
        json.member("version", 1)
        json.objects("tests", shown.filter { !$0.isOfClass && $0.isPresent }) { json, test in
            json.member("identity", test.identity)
            json.member("tags", test.tags)
        }
        json.endObject()
        return json.text
    }

    /// All of it as one JSON object: the findings, or the results of the tests that are shown.
    func json(isDetailed: Bool) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("version", 1)
        json.member("runs", book.runs.count)
        json.member("tests", shownCount)
        json.member("remarks", book.remarks)
        if isDetailed {
            json.array("histories", shown) { json, test in write(test, to: &json) }
        } else {
            json.objects("findings", findings) { json, finding in
                json.member("identity", finding.identity)
                if finding.title != finding.identity { json.member("classSetUp", true) }
                write(finding.kind, to: &json)
            }
        }
        json.endObject()
        return json.text
    }

    /// Writes the members of a finding.
    private func write(_ kind: HistoryFinding.Kind, to json: inout JSONWriter) {
        json.member("kind", kind.word)
        switch kind {
        case .flaky(let rate, let seeds, let last):
            json.member("failed", rate.count)
            json.member("of", rate.total)
            json.member("rate", json: Self.decimal(rate.rate))
            json.member("atLeast", json: Self.decimal(rate.interval.lowerBound))
            json.member("atMost", json: Self.decimal(rate.interval.upperBound))
            json.member("seeds", seeds.map(String.init))
            write(run: last, as: "last", to: &json)
        case .newlyFailing(let since, let times, let passed):
            json.member("times", times)
            json.member("passedBefore", passed)
            write(run: since, as: "since", to: &json)
        case .failingForLong(let since, let times, let hasPassed):
            json.member("times", times)
            json.member("hasPassed", hasPassed)
            write(run: since, as: "since", to: &json)
        case .slower(let before, let after, let since):
            json.member("before", nanoseconds: before)
            json.member("after", nanoseconds: after)
            write(run: since, as: "since", to: &json)
        case .idle(let runs):
            json.member("wholeRuns", runs)
        }
    }

    /// A share with four decimals.
    private static func decimal(_ share: Double) -> String {
        let digits = String(Int((share * 10_000).rounded()) + 100_000)
        return "\(digits.dropFirst().prefix(1)).\(digits.suffix(4))"
    }

    /// Writes a run.
    private func write(run: Int, as name: StaticString, to json: inout JSONWriter) {
        guard book.runs.indices.contains(run) else { return }
        json.object(name) { write(book.runs[run], to: &$0) }
    }

    /// Writes the members of a run.
    private func write(_ run: HistoryRun, to json: inout JSONWriter) {
        json.member("started", UTCTime.text(run.started) + "Z")
        json.member("seed", String(run.seed))
        json.member("jobs", run.jobs)
        json.member("commit", run.commit.isEmpty ? nil : run.commit)
        json.member("machine", run.machine)
        json.member("ci", run.isCI)
        json.member("command", run.command.isEmpty ? nil : run.command)
    }

    /// Writes the history of a test.
    private func write(_ test: TestHistory, to json: inout JSONWriter) {
        json.beginObject()
        json.member("identity", test.identity)
        if test.isOfClass { json.member("classSetUp", true) }
        if !test.tags.isEmpty { json.member("tags", test.tags) }
        json.objects("findings", analysis.findings(of: test)) { write($1.kind, to: &$0) }
        json.objects("results", test.results) { json, result in
            write(book.runs[result.run], to: &json)
            json.member("outcome", result.outcome.name)
            json.member("duration", nanoseconds: result.duration)
            json.member("attempts", result.attempts)
            if result.runs > 1 {
                json.member("repetitions", result.runs)
                json.member("failedRepetitions", result.failures)
            }
            if let seed = result.seed { json.member("failedSeed", String(seed)) }
            json.member("message", result.message.isEmpty ? nil : result.message)
        }
        json.endObject()
    }
}
