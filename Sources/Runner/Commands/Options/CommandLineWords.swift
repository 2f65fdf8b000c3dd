// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// A command line taken apart: the options that it gives, and the words that are none.
struct CommandLineWords {
    /// The options, in order, unread.
    private(set) var settings: [Setting] = []
    /// The other words.
    private(set) var operands: [String] = []
    /// The options that there are.
    private let accepted: [OptionTable.Option]

    /// Takes a command line apart, less the words before the first option or operand.
    init(_ arguments: [String], accepting accepted: [OptionTable.Option] = OptionTable.all) throws(UsageError) {
        self.accepted = accepted
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word.hasPrefix("--") {
                try take(long: word, &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try take(short: word, &rest)
            } else {
                operands.append(word)
            }
        }
    }

    /// A command line in two parts: the words before an option that takes all further ones, and that option with them.
    static func parts(_ arguments: [String]) -> (own: [String], rest: [String]) {
        var place = 0
        while place < arguments.count, arguments[place] != "--" {
            let word = arguments[place]
            let isOption = word.hasPrefix("--") && !word.contains("=")
            if isOption, OptionTable.option(named: String(word.dropFirst(2)))?.takesRest == true {
                return (Array(arguments[..<place]), Array(arguments[place...]))
            }
            place += word.hasPrefix("-") && OptionTable.takesNextWord(word) ? 2 : 1
        }
        return (arguments, [])
    }

    /// The process's own command line, without the program's name.
    static func ofProcess() -> [String] {
        (1..<max(1, Int(worker_argument_count()))).map { index in
            worker_argument(Int32(index)).map { String(cString: $0) } ?? ""
        }
    }

    /// The options as they are read.
    func options() throws(UsageError) -> Options {
        var options = Options()
        for setting in settings { try setting.apply(to: &options) }
        return options
    }

    /// This command line with other operands.
    func with(operands: [String]) -> CommandLineWords {
        var copy = self
        copy.operands = operands
        return copy
    }

    /// Takes `--name`, `--name=value` or `--name value`.
    private mutating func take(long word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.isEmpty ? "" : String(parts[0])
        guard let option = accepted.indices.first(where: { accepted[$0].name == name }).map({ accepted[$0] }) else {
            throw UsageError.unknownOption("--\(name)", suggestion: nearest(to: name).map { "--\($0)" })
        }
        if option.takes == nil {
            if parts.count > 1 { throw UsageError.unexpectedValue("--\(name)") }
            return add(option, nil, "--\(name)")
        }
        let joined = parts.count > 1 ? String(parts[1]) : nil
        if option.takesRest, joined == nil {
            if rest.isEmpty { throw UsageError.missingValue("--\(name)", placeholder: option.placeholder) }
            while let value = rest.popFirst() { add(option, value, "--\(name)") }
            return
        }
        if !option.takesNextWord { return add(option, joined, "--\(name)") }
        let value = if let joined { joined } else { try Self.nextValue(&rest, of: option, "--\(name)") }
        add(option, value, "--\(name)")
    }

    /// Takes the next word as a value, unless it looks like an option: `--junit -q` lacks one.
    ///
    /// A number below 0 is a value.
    private static func nextValue(
        _ rest: inout ArraySlice<String>, of option: OptionTable.Option, _ spelling: String
    ) throws(UsageError) -> String {
        let word = rest.popFirst()
        let isOption = word.map { $0.hasPrefix("-") && $0.count > 1 && !$0.dropFirst().allSatisfy(\.isNumber) } ?? false
        guard let word, !isOption else {
            throw .missingValue(spelling, placeholder: option.placeholder, before: word)
        }
        return word
    }

    /// The accepted option that a word was meant for: the word is misspelt, or another tool's name for it, or that name misspelt.
    private func nearest(to name: String) -> String? {
        let synonyms = Synonym.all.filter { synonym in accepted.contains { $0.name == synonym.option } }
        let names = accepted.map(\.name) + synonyms.map(\.name)
        guard let near = Suggestion.nearest(to: name, in: names, limit: 1).first else { return nil }
        return synonyms.first { $0.name == near }?.replacement ?? near
    }

    /// Takes `-q`, several such letters together, `-j4` or `-j 4`.
    private mutating func take(short word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = accepted.first(where: { $0.letter == letter }) else {
                throw UsageError.unknownOption("-\(letter)", suggestion: nil)
            }
            if !option.takesNextWord {
                add(option, nil, "-\(letter)")
                continue
            }
            let value = letters.isEmpty ? try Self.nextValue(&rest, of: option, "-\(letter)") : String(letters)
            return add(option, value, "-\(letter)")
        }
    }

    /// Notes an option.
    private mutating func add(_ option: OptionTable.Option, _ value: String?, _ spelling: String) {
        settings.append(Setting(option: option, value: value, spelling: spelling, origin: .commandLine))
    }
}
