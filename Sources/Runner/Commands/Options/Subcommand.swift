// SPDX-License-Identifier: MIT

import RunnerModel

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
    var options: [String]
    /// Whether it has nothing to do without an operand.
    var needsOperand = true
    /// The options that a `testkit.json` in the working directory sets for it as for a run.
    var configurable: [String] = []
    /// The option by which a run does the same: then all others of a run are taken as well.
    var asRun: String?
    /// Runs the command with its options and its operands.
    var run: (Options, [String]) throws -> ExitCode
}
