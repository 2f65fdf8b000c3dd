// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The list of commands, and what starts one.
extension Subcommand {
    /// All commands, in the help's order.
    static var all: [Subcommand] { explained + [help] }

    /// Returns the command that a command line names.
    static func named(by arguments: [String]) -> Subcommand? {
        // Mostly an option or a path: to make all commands takes an eightieth of a short run.
        guard let word = arguments.first, !word.hasPrefix("-"), !word.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        return all.first { $0.name == word }
    }

    /// Returns the name of the command that a word most likely means, if any is near.
    static func nearest(to word: String) -> String? {
        Suggestion.nearest(to: word, in: all.map(\.name), limit: 1).first
    }

    /// Runs the command with the rest of a command line.
    func main(_ arguments: [String]) throws -> ExitCode {
        let accepted = (self.options + ["help"]).compactMap(OptionTable.option(named:))
        let words = try CommandLineWords(arguments, accepting: accepted)
        var options = try words.options()
        if options.help {
            try StandardOutput.print { $0.write(helpText) }
            return .success
        }
        if !configurable.isEmpty { options = try configured(options, words) }
        if needsOperand, words.operands.isEmpty { throw UsageError.noOperand(name, placeholder: operands) }
        return try run(options, words.operands)
    }

    /// The options with what a `testkit.json` in the working directory says; the command line is stronger.
    private func configured(_ asked: Options, _ words: CommandLineWords) throws -> Options {
        var options = Options()
        let settings = try ConfigurationSources(asked, operands: [], root: ".").settings.joined()
        // Also of a list, only the strongest place counts.
        let taken = words.settings.map(\.option.name)
        for setting in settings where configurable.contains(setting.option.name) && !taken.contains(setting.option.name)
        { try setting.apply(to: &options) }
        for setting in words.settings { try setting.apply(to: &options) }
        return options
    }

    /// The output of `runner NAME --help`.
    var helpText: String {
        let lines = options.compactMap(OptionTable.option(named:)).map { Options.line(for: $0) }
        let sentence = (details.first.map { $0.uppercased() } ?? "") + details.dropFirst() + "."
        return "Usage: runner \(name) [options] \(operands)\n\n" + Options.wrapped(sentence) + "\n"
            + (lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n")
    }
}

extension UsageError {
    /// The error with the name of the command that was most likely meant, where it is one.
    var hinted: UsageError {
        guard case .noSuchPath(let word, nil) = self else { return self }
        return .noSuchPath(word, command: Subcommand.nearest(to: word))
    }
}
