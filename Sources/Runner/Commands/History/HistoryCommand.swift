// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// `runner history`: what deserves a look, or all that is known of some tests.
struct HistoryCommand {
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
        let book = HistoryBook(store.read(), results: options.history)
        for remark in book.remarks { StandardError.say("warning: \(remark)") }
        guard !book.runs.isEmpty else {
            StandardError.say("there is no history in '\(store.directory)': run the tests once, without --no-state")
            return .nothingRan
        }
        let selected = try selected(book)
        let narrowing = selected.count < book.tests.count ? " that the filters and tags select" : ""
        let tests = try words.flatMap { word in try Self.tests(named: word, in: selected, narrowing) }
        // All tests show how slow a run was as a whole, whichever are shown.
        let text = HistoryText(book: book, shown: words.isEmpty ? selected : tests)
        try StandardOutput.print { output in
            if options.quarantines {
                output.write(QuarantineRules(text.analysis, text.shown, runs: book.runs).text)
            } else if options.list, options.format == .json {
                output.line(text.jsonList)
            } else if options.list {
                for name in text.list { output.line(name) }
            } else if options.format == .json {
                output.line(text.json(isDetailed: !words.isEmpty))
            } else {
                for line in words.isEmpty ? text.overview : text.details { output.line(line) }
            }
        }
        return .success
    }

    /// The tests that the filters leave; a warning for a pattern that matches none, and for a tag that none has.
    private func selected(_ book: HistoryBook) throws(UsageError) -> [TestHistory] {
        for (option, filters) in [("--filter", options.filters), ("--skip", options.skips)] {
            for filter in filters {
                guard let leaf = filter.leaves.first(where: { $0.filter.set == .affected }) else { continue }
                let place = leaf.position.map { " (at position \($0))" } ?? ""
                throw .badValue(
                    option, value: filter.text,
                    expected: "a pattern without 'affected'\(place), for which bundles would have to be loaded")
            }
        }
        let needed = (options.filters + options.skips).sets
        let sets = Dictionary(uniqueKeysWithValues: needed.map { ($0, HistoryAnalysis(book).identities(in: $0)) })
        let (filters, skips) = (options.filters.map { $0.resolved(sets) }, options.skips.map { $0.resolved(sets) })
        let tags = options.tags
        for remark in tags.remarks(on: Set(book.tests.flatMap(\.tags))) { StandardError.say("warning: \(remark)") }
        for leaf in filters.flatMap(\.leaves)
        where !book.tests.contains(where: { leaf.filter.matches($0.identity, tags: $0.tags) }) {
            StandardError.say("warning: no test of the history matches the filter '\(leaf.filter.text)'")
        }
        return book.tests.filter { test in
            (filters.isEmpty || filters.contains { $0.matches(test.identity, tags: test.tags) })
                && !skips.contains { $0.matches(test.identity, tags: test.tags) } && tags.matches(test.tags)
        }
    }

    /// The tests that a word names: an identity, the end of one, or a class or a bundle.
    private static func tests(
        named word: String, in tests: [TestHistory], _ narrowing: String
    ) throws(UnknownName) -> [TestHistory] {
        if let test = tests.first(where: { $0.identity == word && !$0.isOfClass }) { return [test] }
        let found = tests.filter { test in
            let identity = test.identity
            return identity.hasPrefix(word + "/") || identity.hasPrefix(word + "[") || identity.hasSuffix("/" + word)
                || identity.contains("/\(word)[") || identity.contains("/\(word)/") || identity.contains(".\(word)/")
                || word.contains("/") && identity.hasSuffix("." + word)
                || test.isOfClass && (identity == word || identity.hasSuffix("." + word))
        }
        if !found.isEmpty { return found }
        // By the part that was written: a case, or a whole identity.
        let slashes = word.count { $0 == "/" } + 1
        func end(_ test: TestHistory) -> String {
            test.identity.split(separator: "/").suffix(slashes).joined(separator: "/")
        }
        let ends = Suggestion.nearest(to: word, in: Array(Set(tests.map(end))), limit: 1)
        let near = tests.filter { ends.contains(end($0)) }.prefix(3).map(\.identity)
        throw UnknownName("the history has no test '\(word)'\(narrowing)", suggestions: near)
    }
}
