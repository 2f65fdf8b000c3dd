// SPDX-License-Identifier: MIT

import RunnerModel

extension Subcommand {
    /// The command that states why tests would run.
    static var why: Subcommand {
        Subcommand(
            name: "why", operands: "[TEST…]", takes: .test, help: "say why --affected would run a test, or not",
            details:
                "state for each test why `--affected` would run it, or since when it is unchanged, with all changed "
                + "functions, their places and the number of tests that enter them. It takes the paths, selections "
                + "and options of a run, is the same as `--affected=why`, and runs nothing: docs/Affected.md. Exit "
                + "code 3 if there is no such test",
            options: [], needsOperand: false, asRun: "--affected=\(AffectedMode.why.rawValue)"
        ) { _, _ in .success }
    }

    /// The command that names the tests that enter a function.
    static var covers: Subcommand {
        Subcommand(
            name: "covers", operands: "FUNCTION…", takes: .text, help: "name the tests that enter a function",
            details:
                "name the tests that enter a function, or the code of a line (FILE:LINE), by the records of "
                + "`--affected`: docs/Affected.md. Name the function as `runner why` does, without its parameters, or "
                + "by its end. Exit code 3 if there are no records",
            options: ["state", "no-state"], configurable: ["state", "no-state"]
        ) { options, words in try CoversCommand(options, words).run() }
    }
}
