// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerReports
import RunnerSupport

/// `runner covers`: the tests that enter a function, or the code of a line, by the records of `--affected`.
struct CoversCommand {
    /// The records.
    private let record: ReachRecord
    /// The words on the command line.
    private let words: [String]

    /// Reads the records.
    init(_ options: Options, _ words: [String]) throws {
        guard let state = options.state else { throw UsageError.conflict("covers", "--no-state") }
        record = ReachStore(directory: state).read { StandardError.say("warning: \($0)") }
        self.words = words
    }

    /// Prints the tests.
    func run() throws -> ExitCode {
        guard !record.tests.isEmpty else {
            StandardError.say("no test was recorded yet: run runner --affected=record")
            return .nothingRan
        }
        let entries = entries
        try StandardOutput.print { output in
            for word in words {
                let place = Self.place(word)
                let found = try place.map { numbers(at: $0.file, $0.line, word) } ?? numbers(named: word)
                if found.isEmpty { throw Self.unknown(word) }
                for number in found {
                    let function = record.functions[number]
                    let tests = entries[number, default: []].sorted()
                    let words = FunctionName.words(function.name, function.source)
                    output.line("\(TerminalText.line(words)) is entered by \(Count.text(tests.count, "test"))")
                    for test in tests { output.line("  \(TerminalText.line(test))") }
                }
            }
        }
        return .success
    }

    /// The error for a word that names nothing.
    private static func unknown(_ word: String, _ suggestions: [String] = []) -> UnknownName {
        UnknownName("no recorded test has entered '\(word)'", suggestions: suggestions)
    }

    /// The tests that enter each function, by number.
    private var entries: [Int: [String]] {
        var result: [Int: [String]] = [:]
        for (identity, test) in record.tests {
            for function in test.functions { result[function, default: []].append(identity) }
        }
        return result
    }

    /// The functions that some test enters as they are on record now.
    private var present: [Int] {
        let counts = record.entryCounts
        return record.functions.indices.filter { counts[$0] > 0 }
    }

    /// The file and the line that a word names, `FILE:LINE`.
    private static func place(_ word: String) -> (file: String, line: Int)? {
        guard let colon = word.lastIndex(of: ":"), let line = Int(word[word.index(after: colon)...]), line > 0 else {
            return nil
        }
        return (String(word[..<colon]), line)
    }

    /// The functions with the fewest lines around a line: a closure rather than what it is in.
    private func numbers(at file: String, _ line: Int, _ word: String) -> [Int] {
        let around = present.compactMap { number -> (number: Int, size: Int)? in
            guard let source = record.functions[number].source,
                (source.first...max(source.first, source.last)).contains(line),
                source.file == file || source.file.hasSuffix("/" + file)
            else { return nil }
            return (number, source.last - source.first)
        }
        let least = around.map(\.size).min()
        return around.filter { $0.size == least }.map(\.number)
    }

    /// The functions of a name: as people write it, without what is in parentheses, its end, or as the linker knows it.
    private func numbers(named word: String) throws(UnknownName) -> [Int] {
        var names: [String] = []
        var found: [Int] = []
        for number in present {
            let linked = record.functions[number].name
            let name = FunctionName.readable(linked)
            let base = String(name.prefix { $0 != "(" })
            if [linked, name, base].contains(word) || name.hasSuffix("." + word) || base.hasSuffix("." + word) {
                found.append(number)
            } else {
                names.append(base)
            }
        }
        if found.isEmpty {
            throw Self.unknown(word, Suggestion.nearest(to: word, in: Array(Set(names)), limit: 3))
        }
        return found
    }
}
