// SPDX-License-Identifier: MIT

import RunnerModel

extension Subcommand {
    /// Says why tests would run.
    static var why: Subcommand {
        Subcommand(
            name: "why", operands: "[TEST…]", takes: .test, help: "say why --affected would run a test, or not",
            details:
                "say of each test why `--affected` would run it, or since when nothing that it uses has changed; of "
                + "functions, all that have changed, where they are and how many tests enter them. It takes the paths, "
                + "selections and options of a run, is the same as `--affected=why`, and runs nothing: docs/Affected.md. "
                + "Exit code 3 if there is no such test",
            options: [], needsOperand: false, asRun: "--affected=\(AffectedMode.why.rawValue)"
        ) { _, _ in .success }
    }

    /// Names the tests that enter a function.
    static var covers: Subcommand {
        Subcommand(
            name: "covers", operands: "FUNCTION…", takes: .text, help: "name the tests that enter a function",
            details:
                "name the tests that enter a function, or with FILE:LINE in its place the code of a line, as `--affected` and `--affected=record` "
                + "have recorded it: docs/Affected.md. A function is named as in `runner why`, without its parameters, "
                + "or by its end. Exit code 3 if there are no records",
            options: ["state", "no-state"], configurable: ["state", "no-state"]
        ) { options, words in try CoversCommand(options, words).run() }
    }
}
