// SPDX-License-Identifier: MIT

/// A command other than a run: `runner NAME …`.
///
/// Help, the manual page and the completions are made from this table. A directory of the same name is written
/// `./NAME`.
struct Subcommand {
    /// The first word of the command line.
    let name: String
    /// The operands, for the help: `BUNDLE`.
    let operands: String
    /// The kind of its operands.
    let takes: ValueKind
    /// Its meaning in a few words, for the help.
    let help: String
    /// Its meaning at length, for the manual page and docs/COMMANDLINE.md.
    let details: String
    /// The names of the options that it takes.
    let options: [String]
    /// Runs the command with its options and its operands.
    let run: (Options, [String]) throws -> ExitCode

    /// All commands, in the help's order.
    static var all: [Subcommand] { [archive, inspect, merge] }

    /// Returns the command that a command line names.
    static func named(by arguments: [String]) -> Subcommand? {
        guard let word = arguments.first else { return nil }
        return all.first { $0.name == word }
    }

    /// Runs the command with the rest of a command line.
    func main(_ arguments: [String]) throws -> ExitCode {
        let accepted = (options + ["help"]).compactMap(OptionTable.option(named:))
        let words = try CommandLineWords(arguments, accepting: accepted)
        let options = try words.options()
        if options.help {
            try StandardOutput.print { $0.write(helpText) }
            return .success
        }
        if words.operands.isEmpty { throw UsageError.noOperand(name, placeholder: operands) }
        return try run(options, words.operands)
    }

    /// The output of `runner NAME --help`.
    var helpText: String {
        let lines = options.compactMap(OptionTable.option(named:)).map { Options.line(for: $0) }
        let sentence = (details.first.map { $0.uppercased() } ?? "") + details.dropFirst() + "."
        return "Usage: runner \(name) [options] \(operands)\n\n" + Options.wrapped(sentence) + "\n"
            + (lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n")
    }
}
