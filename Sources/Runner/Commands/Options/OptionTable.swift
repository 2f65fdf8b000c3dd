// SPDX-License-Identifier: MIT

import RunnerModel

/// The table of all options.
///
/// Parsing, `--help`, the manual page, docs/COMMANDLINE.md, the completions, the names of environment variables and the
/// keys of `testkit.json` are made from this one table.
enum OptionTable {
    /// The groups of the help.
    enum Group: String, CaseIterable {
        case selection = "What runs"
        case order = "Order and limits"
        case again = "Running again"
        case listing = "Listing"
        case report = "Report"
        case other = "Other"
        /// The options that only other commands take; `runner NAME --help` has them.
        case commands = "Of other commands"
    }

    /// The sources that may set an option.
    enum Reach: Comparable {
        /// The command line alone, for an option that asks for something once.
        case commandLine
        /// The environment as well, for an option that says where settings are.
        case environment
        /// A configuration file as well.
        case everywhere
    }

    /// The action of an option.
    struct Action {
        /// The name of its value; empty for a flag.
        let placeholder: String
        /// The kind of its value; nil for a flag.
        let takes: ValueKind?
        /// Whether its value may be left out, and is joined to it by `=`: `--name` or `--name=value`.
        let isOptional: Bool
        /// Stores the value, nil where there is none; the last argument is the option as the user wrote it.
        let set: (inout Options, String?, String) throws(UsageError) -> Void

        /// It takes no value.
        static func flag(_ set: @escaping (inout Options) -> Void) -> Action {
            Action(placeholder: "", takes: nil, isOptional: false) { options, _, _ throws(UsageError) in set(&options) }
        }

        /// It takes a value that a function reads, and which the closure stores: a key path would be slower to make.
        static func read<Value>(
            _ placeholder: String, _ kind: ValueKind, _ read: @escaping (String, String) throws(UsageError) -> Value,
            _ set: @escaping (inout Options, Value) -> Void
        ) -> Action {
            Action(placeholder: placeholder, takes: kind, isOptional: false) { options, text, name throws(UsageError) in
                set(&options, try read(text ?? "", name))
            }
        }

        /// It takes any text.
        static func text(
            _ placeholder: String, _ kind: ValueKind = .text, _ set: @escaping (inout Options, String) -> Void
        ) -> Action {
            read(placeholder, kind, { text, _ throws(UsageError) in text }, set)
        }

        /// It takes one of a few words, which the closure stores.
        static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ placeholder: String, _ set: @escaping (inout Options, Choice) -> Void
        ) -> Action {
            read(
                placeholder, .choice(Choice.allCases.map(\.rawValue)),
                { text, name throws(UsageError) in try OptionValue.choice(text, name) }, set)
        }

        /// It may take a value; without one the closure gets nil.
        static func optional(
            _ placeholder: String, _ kind: ValueKind,
            _ set: @escaping (inout Options, String?, String) throws(UsageError) -> Void
        ) -> Action {
            Action(placeholder: placeholder, takes: kind, isOptional: true, set: set)
        }

        /// It may take one of a few words; without one the closure gets another.
        static func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
            _ placeholder: String, otherwise: Choice, _ set: @escaping (inout Options, Choice) -> Void
        ) -> Action {
            optional(placeholder, .choice(Choice.allCases.map(\.rawValue))) { options, text, name throws(UsageError) in
                let choice = if let text { try OptionValue.choice(text, name) as Choice } else { otherwise }
                set(&options, choice)
            }
        }
    }

    /// An option.
    struct Option {
        /// Its name, without the dashes.
        let name: String
        /// Its single letter, if it has one.
        var letter: Character?
        /// Its group in the help.
        let group: Group
        /// Its meaning in a few words, for `--help`.
        let help: String
        /// Its default, as a value that could be given, or in words; nil if there is none worth telling.
        var standard: String?
        /// Its meaning at length, for the manual page and docs/COMMANDLINE.md.
        var details = ""
        /// Whether each use adds to those before it; otherwise the last one counts.
        var repeats = false
        /// Whether all further words on a command line are its values.
        var takesRest = false
        /// The sources besides the command line that may set it.
        var reach = Reach.everywhere
        /// Its action.
        let action: Action

        /// The name of its value, whether optional or not; empty for a flag.
        var placeholder: String { action.placeholder }
        /// The kind of its value; nil for a flag.
        var takes: ValueKind? { action.takes }
        /// Whether its value may be left out, and is joined to it by `=`.
        var isOptional: Bool { action.isOptional }
        /// Whether the next word is its value, if none is joined to it by `=`.
        var takesNextWord: Bool { takes != nil && !isOptional }

        /// Its name and its value as in the help: `--seed N`, `--fail-fast[=N]`.
        var usage: String {
            if takes == nil { return "--\(name)" }
            return isOptional ? "--\(name)[=\(placeholder)]" : "--\(name) \(placeholder)\(takesRest ? "…" : "")"
        }

        /// Its help with its default in brackets, as `--help` and the completions show it.
        var helpWithDefault: String { standard.map { "\(help) [\($0)]" } ?? help }
    }

    /// All options, in the help's order.
    ///
    /// Made once, since parsing looks at it for each word. Nothing writes it.
    nonisolated(unsafe) static let all: [Option] = {
        // One after the other, and not by `+`, which copies its left side each time.
        var all = selection
        for more in [narrowing, order, again, records, listing, report, files, other] { all += more }
        return all
    }()

    /// The option of a name.
    static func option(named name: String) -> Option? {
        // By index: an option is large, and copied nowhere before it is found.
        for index in all.indices where all[index].name == name { return all[index] }
        return ofCommands.first { $0.name == name }
    }

    /// Whether the word after an option, as it is in a command line, is its value.
    static func takesNextWord(_ word: String) -> Bool {
        guard !word.hasPrefix("--") else { return option(named: String(word.dropFirst(2)))?.takesNextWord ?? false }
        // Of letters that are together, the first that takes a value takes the rest.
        let letters = word.dropFirst()
        let first = letters.firstIndex { letter in all.first { $0.letter == letter }?.takesNextWord ?? false }
        return first.map { letters.index(after: $0) == letters.endIndex } ?? false
    }
}
