// SPDX-License-Identifier: MIT

import RunnerModel

extension Subcommand {
    /// Shows the history of tests.
    static var history: Subcommand {
        Subcommand(
            name: "history", operands: "[TEST…]", takes: .test, help: "show which tests are flaky, slower or failing",
            details:
                "show results of the runs in `.testkit`: tests that failed and passed with the same code, that fail "
                + "newly or for long, became slower, or have not run for long. For a TEST, named by its identity or "
                + "the end of it: a line for each run, the last failure, and the command that repeats it: "
                + "docs/History.md. `--list` prints the names of the tests. Exit code 3 if there is no history",
            options: [
                "filter", "skip", "tag", "skip-tag", "ids", "list", "format", "state", "history", "import",
                "quarantine",
            ],
            needsOperand: false,
            configurable: ["filter", "skip", "tag", "skip-tag", "state", "no-state", "history"]
        ) { options, words in
            if options.format == .cmake || options.format == .swift {
                throw UsageError.badValue("--format", value: options.format.rawValue, expected: "plain or json")
            }
            guard options.imports else { return try HistoryCommand(options, words).run() }
            if words.isEmpty { throw UsageError.noOperand("history --import", placeholder: "FILE…") }
            return try HistoryImport.take(words, options) ? .success : .usage
        }
    }

    /// This command, which with `--import` also adds the runs of its files to the history.
    var importing: Subcommand {
        var command = self
        command.options += ["import", "state", "history"]
        command.run = { options, paths in
            let code = try run(options, paths)
            // Files that cannot be read were reported, and are in the exit code.
            if options.imports { _ = try HistoryImport.take(paths, options) }
            return code
        }
        return command
    }
}
