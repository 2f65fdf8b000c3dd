// SPDX-License-Identifier: MIT

@testable import RunnerModel
@testable import Runner

/// The messages about wrong command lines.
///
/// Wrong values and refused pairs come from the table of options itself, so that a new option has its row.
enum UsageErrorSamples {
    /// The kinds of usage errors.
    enum Kind: CaseIterable {
        case unknownOption, unexpectedValue, missingValue, badValue, conflict, needs, noOperand, unknownCommand, noPath
        case noSuchPath
    }

    /// Returns the kind of an error; a new one does not compile until it has a name, and fails until it has a row.
    static func kind(of error: UsageError) -> Kind {
        switch error {
        case .unknownOption: .unknownOption
        case .unexpectedValue: .unexpectedValue
        case .missingValue: .missingValue
        case .badValue: .badValue
        case .conflict: .conflict
        case .needs: .needs
        case .noOperand: .noOperand
        case .unknownCommand: .unknownCommand
        case .noPath: .noPath
        case .noSuchPath: .noSuchPath
        }
    }

    /// Wrong command lines, one for each form of a message that is not made from the table of options.
    private static let lines: [[String]] = [
        [], ["suites"], ["mege"], ["./dir", "--frobnicate"], ["./dir", "--sed", "1"], ["./dir", "-x"],
        ["./dir", "--quiet=yes"], ["./dir", "--seed"], ["./dir", "--junit", "-q"], ["./dir", "-j"], ["merge"],
        ["merge", "--sed", "1"],
        ["help", "mege"], ["help", "frobnicate"],
    ]

    /// Values that most options refuse.
    private static let wrongValues = ["", "?", "re:(", "-", "0", "fd:x"]

    /// The error of a command line; nil if there is none.
    static func error(_ line: [String]) -> UsageError? {
        do {
            if let command = Subcommand.named(by: line) {
                _ = try command.main(Array(line.dropFirst()))
            } else {
                _ = try Configuration(CommandLineWords(line), variables: [:], directory: "/dev/null")
            }
            return nil
        } catch { return (error as? UsageError)?.hinted }
    }

    /// All messages, and the kinds that are among them.
    static let all = made()

    /// Makes the messages.
    private static func made() -> (text: [String], kinds: Set<Kind>) {
        var kinds: Set<Kind> = []
        /// The command lines that are refused, each with its message.
        func rows(_ lines: [[String]]) -> [String] {
            lines.flatMap { line -> [String] in
                guard let fault = Self.error(line) else { return [] }
                kinds.insert(kind(of: fault))
                return ["$ " + (["runner"] + line.map(quoted)).joined(separator: " "), "  \(fault.description)"]
            }
        }
        let values = OptionTable.all.filter { $0.takes != nil }.compactMap { option in
            wrongValues.lazy.map { ["./dir", "--\(option.name)=\($0)"] }.first { line in
                if case .badValue = Self.error(line) { true } else { false }
            }
        }
        let refused = refusals()
        for error in refused { kinds.insert(kind(of: error)) }
        // In steps: the type checker of Swift 6.2 gives a long sum up.
        var text: [String] = rows(lines)
        text += ["", "### Values that an option does not take", ""]
        text += rows(values)
        text += ["", "### Options that do not go together", ""]
        text += refused.map(\.description)
        return (text, kinds)
    }

    /// A word as a shell needs it.
    private static func quoted(_ word: String) -> String {
        word.isEmpty || word.contains { "()[]{}*?\\'&| ".contains($0) } ? "\"\(word)\"" : word
    }

    /// The refusals of options that are right by themselves, each once.
    private static func refusals() -> [UsageError] {
        let uses: [[String]] = [["Module.Class"]] + OptionTable.all.flatMap(Self.uses)
        let contexts: [[String]] = [["./dir"], ["./dir", "--list"]]
        var found: [UsageError] = []
        var seen: Set<String> = []
        for context in contexts {
            for (index, use) in uses.enumerated() {
                for other in uses[index...] {
                    guard let error = Self.error(context + use + other), seen.insert(error.description).inserted else {
                        continue
                    }
                    if case .badValue = error { continue }
                    found.append(error)
                }
            }
        }
        return found.sorted { $0.description < $1.description }
    }

    /// Right uses of an option: with each of its words, or with a value that it takes.
    private static func uses(_ option: OptionTable.Option) -> [[String]] {
        guard let kind = option.takes else { return [["--\(option.name)"]] }
        let values = kind.words + (kind == .file ? ["-"] : ["2", "1/2", "last", "hashing=seeded", "a"])
        let right = values.map { "--\(option.name)=\($0)" }.filter { use in
            switch Self.error(["./dir", use]) {
            case nil, .conflict, .needs: true
            default: false
            }
        }
        let bare = option.takesNextWord ? [] : [["--\(option.name)"]]
        return bare + (kind.words.isEmpty ? Array(right.prefix(2)) : right).map { [$0] }
    }
}
