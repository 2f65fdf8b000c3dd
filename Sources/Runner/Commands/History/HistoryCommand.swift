// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// `runner history`: what deserves a look, or all that is known of some tests.
struct HistoryCommand {
    /// A test that the history does not have.
    struct UnknownTest: Error, CustomStringConvertible {
        /// As it was written.
        let word: String
        /// The names that are nearest.
        let suggestions: [String]

        /// The message for the user.
        var description: String {
            let near = suggestions.map { "'\($0)'" }.joined(separator: ", ")
            return "the history has no test '\(word)'" + (near.isEmpty ? "" : "; did you mean \(near)?")
        }
    }

    /// The options.
    private let options: Options
    /// The tests that are asked for.
    private let words: [String]
    /// The files.
    private let store: HistoryStore

    /// Prepares the command.
    init(_ options: Options, _ words: [String]) throws {
        guard let store = HistoryStore(options) else {
            throw UsageError.badValue("--history", value: "0", expected: "a number above 0")
        }
        let listed = try options.idFiles.flatMap { try IdentityFile.read($0) }
        (self.options, self.words, self.store) = (options, words + listed, store)
    }

    /// Prints what there is.
    func run() throws -> ExitCode {
        let book = book()
        for remark in book.remarks { StandardError.say("warning: \(remark)") }
        guard !book.runs.isEmpty else {
            StandardError.say("there is no history in '\(store.directory)': a run makes it, unless --no-state is given")
            return .nothingRan
        }
        let tests = try words.flatMap { word in try Self.tests(named: word, in: book) }
        let text = HistoryText(book: book, analysis: HistoryAnalysis(book))
        try StandardOutput.print { output in
            if options.quarantines {
                output.write(QuarantineRules(book).text)
            } else if options.format == .json {
                output.line(text.json(of: words.isEmpty ? nil : tests))
            } else {
                for line in words.isEmpty ? text.overview : text.details(of: tests) { output.line(line) }
            }
        }
        return .success
    }

    /// The history of the tests that the filters leave.
    private func book() -> HistoryBook {
        let (filters, skips) = (options.filters, options.skips)
        return HistoryBook(store.read(), results: options.history) { identity in
            (filters.isEmpty || filters.contains { $0.matches(identity) }) && !skips.contains { $0.matches(identity) }
        }
    }

    /// The tests that a word names: an identity, the end of one, or a class or a bundle.
    private static func tests(named word: String, in book: HistoryBook) throws(UnknownTest) -> [TestHistory] {
        if let test = book.test(word) { return [test] }
        let found = book.tests.filter { test in
            let identity = test.identity
            return identity.hasPrefix(word + "/") || identity.hasPrefix(word + "[") || identity.hasSuffix("/" + word)
                || identity.contains("/\(word)[") || identity.contains("/\(word)/") || identity.contains(".\(word)/")
                || word.contains("/") && identity.hasSuffix("." + word)
        }
        if !found.isEmpty { return found }
        // By the part that was written: a case, or a whole identity.
        let slashes = word.count { $0 == "/" } + 1
        func end(_ test: TestHistory) -> String {
            test.identity.split(separator: "/").suffix(slashes).joined(separator: "/")
        }
        let ends = Suggestion.nearest(to: word, in: Array(Set(book.tests.map(end))), limit: 1)
        let near = book.tests.filter { ends.contains(end($0)) }.prefix(3).map(\.identity)
        throw UnknownTest(word: word, suggestions: near)
    }
}
