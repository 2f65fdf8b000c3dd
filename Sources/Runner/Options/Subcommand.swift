/// What `runner` does besides running tests: `runner NAME …`.
///
/// Help, the man page and the completions name those of this table. A directory of the same name is written `./NAME`.
struct Subcommand {
    /// The first word of the command line.
    let name: String
    /// What follows it, for the help: `BUNDLE`.
    let operands: String
    /// What its operands are.
    let takes: ValueKind
    /// What it does, for the help.
    let help: String
    /// Its meaning at length, for the manual page and docs/COMMANDLINE.md.
    let details: String
    /// The options that it takes, by name.
    let options: [String]
    /// Does it, with its options and its operands.
    let run: (Options, [String]) throws -> ExitCode

    /// All of them, in the help's order.
    static var all: [Subcommand] { [inspect, merge] }

    /// The one that a command line asks for.
    static func named(by arguments: [String]) -> Subcommand? {
        guard let word = arguments.first else { return nil }
        return all.first { $0.name == word }
    }

    /// Does what the rest of a command line says.
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

    /// What `runner NAME --help` prints.
    var helpText: String {
        let lines = options.compactMap(OptionTable.option(named:)).map { Options.line(for: $0) }
        let sentence = (details.first.map { $0.uppercased() } ?? "") + details.dropFirst() + "."
        return "Usage: runner \(name) [options] \(operands)\n\n" + Options.wrapped(sentence) + "\n"
            + (lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n")
    }
}
