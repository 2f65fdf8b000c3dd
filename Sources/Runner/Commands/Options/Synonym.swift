// SPDX-License-Identifier: MIT

import RunnerModel

/// A spelling of an option that people know from other tools.
///
/// Help, manual page and completions do not offer them. They are replaced before anything else is read, so that all the
/// rest, the command that repeats a run too, knows one spelling.
struct Synonym {
    /// The relation to an option.
    enum Form: Equatable {
        /// It takes what the option takes.
        case same
        /// It takes a value, joined by `=` or as the next word, where the option takes joined ones only.
        case value
        /// It stands for the option with a value, or for a flag.
        case fixed(String?)
    }

    /// Its name, without the dashes.
    let name: String
    /// The option that it stands for; nil where the runner does that anyway.
    let option: String?
    /// The relation of the two.
    let form: Form

    /// Says a spelling; most are those of the option under another name.
    init(_ name: String, _ option: String?, _ form: Form = .same) {
        (self.name, self.option, self.form) = (name, option, form)
    }

    /// All of them.
    static var all: [Synonym] {
        [
            Synonym("max-failures", "fail-fast", .value), Synonym("maxfail", "fail-fast", .value),
            Synonym("max-fail", "fail-fast", .value), Synonym("exitfirst", "fail-fast", .fixed(nil)),
            Synonym("stop-on-failure", "fail-fast", .fixed(nil)), Synonym("bail", "fail-fast", .fixed(nil)),
            Synonym("last-failed", "rerun-failed"), Synonym("lf", "rerun-failed"),
            Synonym("only-failures", "rerun-failed"), Synonym("ff", "failed-first"),
            Synonym("retries", "retry"), Synonym("reruns", "retry"),
            Synonym("list-tests", "list"), Synonym("collect-only", "list"), Synonym("dry-run", "list"),
            Synonym("parallel", nil, .fixed(nil)), Synonym("no-parallel", "jobs", .fixed("1")),
            Synonym("num-workers", "jobs"), Synonym("workers", "jobs"), Synonym("test-threads", "jobs"),
            Synonym("repetitions", "repeat"), Synonym("count", "repeat"), Synonym("stress-count", "repeat"),
            Synonym("random-seed", "seed"), Synonym("no-shuffle", "shuffle", .fixed("off")),
            Synonym("no-capture", "show-output", .fixed("live")), Synonym("nocapture", "show-output", .fixed("live")),
            Synonym("durations", "slowest"), Synonym("exclude", "skip"), Synonym("deselect", "skip"),
            Synonym("junit-xml", "junit"), Synonym("junitxml", "junit"), Synonym("xunit-output", "junit"),
            Synonym("colour", "color"), Synonym("silent", "quiet"),
        ]
    }

    /// The spelling of a name.
    static func named(_ name: String) -> Synonym? { all.first { $0.name == name } }

    /// A command line in the options' own spellings.
    static func replaced(in arguments: [String]) throws(UsageError) -> [String] {
        // Nearly always: what follows makes several types, which takes as long as a hundred cases.
        guard arguments.contains(where: mayBeOne) else { return arguments }
        // What is for `swift build` stays.
        let (own, tail) = CommandLineWords.parts(arguments)
        return try replaced(inOwn: own) + tail
    }

    /// The words for the runner itself in the options' own spellings.
    private static func replaced(inOwn arguments: [String]) throws(UsageError) -> [String] {
        var result: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return result + [word] + rest }
            guard word.hasPrefix("--") else {
                result.append(word)
                // An option's value is not an option, whatever it looks like.
                if word.hasPrefix("-"), OptionTable.takesNextWord(word), let value = rest.popFirst() {
                    result.append(value)
                }
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, joined) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
            let option = OptionTable.option(named: name)
            if option == nil, let synonym = named(name) {
                result += try synonym.words(joined, &rest)
                continue
            }
            result.append(word)
            if let option, option.takesNextWord, joined == nil, let value = rest.popFirst() { result.append(value) }
        }
        return result
    }

    /// Whether a word begins as one of them does.
    private static func mayBeOne(_ word: String) -> Bool {
        word.hasPrefix("--") && all.contains { word.utf8.dropFirst(2).starts(with: $0.name.utf8) }
    }

    /// The words in its place, with what it takes of the rest.
    private func words(_ joined: String?, _ rest: inout ArraySlice<String>) throws(UsageError) -> [String] {
        guard let target = self.option, let option = OptionTable.option(named: target) else {
            if joined != nil { throw UsageError.unexpectedValue("--\(name)") }
            return []
        }
        switch form {
        case .fixed(let value):
            if joined != nil { throw UsageError.unexpectedValue("--\(name)") }
            return ["--\(target)" + (value.map { "=\($0)" } ?? "")]
        case .value:
            guard let value = joined ?? rest.popFirst() else {
                throw UsageError.missingValue("--\(name)", placeholder: option.placeholder)
            }
            return ["--\(target)=\(value)"]
        case .same:
            if let joined { return ["--\(target)=\(joined)"] }
            guard option.takesNextWord else { return ["--\(target)"] }
            guard let value = rest.popFirst() else {
                throw UsageError.missingValue("--\(name)", placeholder: option.placeholder)
            }
            return ["--\(target)", value]
        }
    }
}
