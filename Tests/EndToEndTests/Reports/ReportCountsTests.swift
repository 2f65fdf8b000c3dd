// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The counts of a run that did not come to its end, at the terminal, in its events, in the record and in the history (rule 5).
///
/// The texts that `StreamTests` approves have those of the other reports.
struct ReportCountsTests {
    /// How many cases ended in which way.
    struct Counts: Equatable, CustomStringConvertible {
        /// The numbers, by the words of the event stream.
        private(set) var numbers: [String: Int] = [:]

        var description: String { numbers.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ") }

        /// Counts words; all failures are one.
        init(_ words: some Sequence<String>) { for word in words { add(1, word) } }

        /// Adds cases that ended in a way.
        mutating func add(_ number: Int, _ word: String) {
            if number == 0 { return }
            let isFailure = ["crashed", "timedOut", "timed out"].contains(word)
            numbers[isFailure ? "failed" : word == "not run" ? "notRun" : word, default: 0] += number
        }

        /// The cases that failed.
        var failed: Int { numbers["failed"] ?? 0 }
        /// The cases that were attempted.
        var executed: Int { numbers.filter { $0.key != "notRun" }.values.reduce(0, +) }
    }

    /// What ends the run early.
    enum End: String, CaseIterable, Sendable {
        case interrupt, limit, failFast, bundle

        /// What the fixture is compiled with.
        var variant: String {
            switch self {
            case .interrupt, .limit: "WAITS"
            case .failFast: "FAILS"
            case .bundle: "GOES"
            }
        }
    }

    /// Where the bundle and the reports are.
    private let directory = TemporaryDirectory()

    /// Runs the fixture to its early end, with a record and its events.
    private func run(_ end: End, _ options: [String]) throws -> Subprocess.Result {
        let path = try CFixture.compile("cut_short.c", to: "Cut.so", in: directory, define: [end.variant: nil])
        var words = ["--jobs", "1", "--state", directory.file("state"), "--events", directory.file("events")] + options
        if end == .limit { words += ["--run-timeout", try HangLimit(atLeast: 2).option] }
        if end == .failFast { words.append("--fail-fast") }
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = try Runner.start(words + [path], environment: end == .interrupt ? ["FIXTURE_PIPE": pipe] : [:])
        if end == .interrupt {
            #expect(try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe)).readToEnd() == Data("here\n".utf8))
            process.interrupt()
        }
        return try process.wait()
    }

    // MARK: Each report

    /// Those of the line of counts.
    private func terminal(_ result: Subprocess.Result) throws -> Counts {
        let line = try #require(result.lines.last { $0.contains(" run in ") || $0.contains(" run 2 times in ") })
        var counts = Counts([])
        for match in line.matches(of: /(\d+) (passed|failed|crashed|timed out|skipped|not run)/) {
            counts.add(try #require(Int(match.1)), String(match.2))
        }
        return counts
    }

    /// The event stream's own counts, and those of its events.
    private func events() throws -> (stated: Counts, told: Counts) {
        var (stated, told) = (Counts([]), Counts([]))
        for event in try RecordedEvent.all(in: directory.file("events")) {
            if let outcome = event.own["outcome"] as? String, event.kind != "testkit.attemptFailed" {
                told.add(1, outcome)
            }
            guard event.kind == "runEnded" else { continue }
            for word in ["passed", "failed", "skipped", "notRun"] { stated.add(event.own[word] as? Int ?? 0, word) }
        }
        return (stated, told)
    }

    /// How many cases the record says were attempted, and how many failed.
    private func record() throws -> [Int] {
        let line = try #require(
            String(contentsOfFile: directory.file("state/record"), encoding: .utf8).split(separator: "\n").first {
                $0.hasPrefix("run\t")
            })
        return line.split(separator: "\t")[5...6].compactMap { Int($0) }
    }

    /// The results of the run in the history.
    private func history() throws -> Counts {
        let words = ["history", "--state", directory.file("state"), "--format", "json", "Cut"]
        let histories = try #require(Runner.run(words).json()["histories"] as? [[String: Any]])
        return Counts(
            histories.flatMap { $0["results"] as? [[String: Any]] ?? [] }.compactMap { $0["outcome"] as? String })
    }

    @Test(
        "the terminal, the events, the record and the history of a run that was cut short have the same counts",
        arguments: End.allCases)
    func agree(end: End) throws {
        let result = try run(end, [])
        let counts = try terminal(result)
        let expected = Counts(
            Array(repeating: "passed", count: 4) + ["skipped"] + Array(repeating: "notRun", count: 5)
                + (end == .failFast ? ["failed"] : end == .bundle ? ["failed", "failed"] : ["failed", "notRun"]))
        #expect(counts == expected, "\(result.output)")
        let events = try events()
        #expect(events.stated == counts)
        #expect(events.told == counts)
        #expect(try record() == [counts.executed, counts.failed])
        #expect(try history() == counts)
    }

    @Test("so have those of repetitions that were cut short, and of one file merged")
    func repeated() throws {
        let result = try run(.interrupt, ["--repeat", "2"])
        let counts = try terminal(result)
        #expect(counts.numbers["notRun"] == 6, "\(result.output)")
        #expect(try events().told == counts)
        #expect(try terminal(try Runner.run(["merge", directory.file("events")])) == counts)
    }
}
