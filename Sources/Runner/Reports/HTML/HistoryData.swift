// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The part of an HTML report's data that is the history of its cases.
///
/// Of each case it has the last results: an outcome is a letter, a duration two. `Sources/ReportPage/script/history.js` reads it.
public struct HistoryData {
    /// The number of results of a case that are shown.
    private static let shown = 30
    /// The letters of the outcomes, in the order of their numbers.
    private static let letters = Array("-pfctsngrm")
    /// The letters for five or six bits of a duration.
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// The history.
    private let book: HistoryBook
    /// The analysis of all tests.
    private let analysis: HistoryAnalysis
    /// The tests by their identities.
    private let tests: [String: Int]

    /// Prepares the data.
    public init(_ book: HistoryBook) {
        (self.book, analysis) = (book, HistoryAnalysis(book))
        tests = Dictionary(uniqueKeysWithValues: book.tests.enumerated().map { ($1.identity, $0) })
    }

    /// Writes the runs, the histories of some cases in their order, and what deserves a look among them and among some classes.
    public func write(_ identities: [String], classes: [String] = [], to json: inout JSONWriter) {
        let words = HistoryWords(runs: book.runs)
        json.beginObject()
        json.array("runs", Array(book.runs.indices)) { json, index in
            let run = book.runs[index]
            json.beginArray()
            json.element(HistoryWords.time(run))
            json.element(String(run.seed))
            json.element(words.commit(of: index) ?? "")
            json.element(run.machine)
            json.endArray()
        }
        json.array("cases", identities) { json, identity in
            guard let test = tests[identity].map({ book.tests[$0] }) else { return json.element(nil) }
            write(test, to: &json)
        }
        json.key("findings")
        json.beginArray()
        for (index, identity) in identities.enumerated() {
            guard let test = tests[identity].map({ book.tests[$0] }) else { continue }
            for finding in analysis.findings(of: test) {
                json.beginArray()
                json.element(index)
                json.element(finding.kind.word)
                json.element(words.text(finding.kind))
                json.endArray()
            }
        }
        // A class has no row in the page: its name follows the words.
        for test in classes.compactMap({ tests[$0].map { book.tests[$0] } }) where test.isOfClass {
            for finding in analysis.findings(of: test) {
                json.beginArray()
                json.element(nil)
                json.element(finding.kind.word)
                json.element(words.text(finding.kind))
                json.element(test.title)
                json.endArray()
            }
        }
        json.endArray()
        json.endObject()
    }

    /// Writes the last results of a test: outcomes, durations, and their runs.
    private func write(_ test: TestHistory, to json: inout JSONWriter) {
        let results = test.results.suffix(Self.shown)
        json.beginArray()
        json.element(String(results.map { Self.letters[Int($0.outcome.number)] }))
        json.element(String(results.flatMap { Self.code(of: $0.duration) }))
        // Mostly in a row: then the first is enough.
        let runs = results.map(\.run)
        let isDense = zip(runs, runs.dropFirst()).allSatisfy { $0 + 1 == $1 }
        for run in isDense ? Array(runs.prefix(1)) : runs { json.element(run) }
        json.endArray()
    }

    /// A duration in two letters: its power of two in nanoseconds, and the next six bits.
    private static func code(of duration: UInt64) -> [Character] {
        if duration == 0 { return [digits[0], digits[0]] }
        let power = duration.bitWidth - 1 - duration.leadingZeroBitCount
        let fraction = power >= 6 ? duration >> UInt64(power - 6) : duration << UInt64(6 - power)
        return [digits[power], digits[Int(fraction & 63)]]
    }
}
