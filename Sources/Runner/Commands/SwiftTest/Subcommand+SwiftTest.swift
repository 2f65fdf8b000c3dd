// SPDX-License-Identifier: MIT

import Glibc

extension Subcommand {
    /// Takes the place of a test executable that `swift test` runs.
    static var swiftTest: Subcommand {
        Subcommand(
            name: "swift-test", operands: "-- FILE…", takes: .file, help: "run tests for 'swift test --toolset'",
            details:
                "run the tests of a test executable for `swift test`, which calls this command if a toolset says so; "
                + "`--write-toolset` writes the toolset: docs/SwiftTest.md. FILE is the executable, followed by the "
                + "arguments that SwiftPM passes to it. The exit code is 0, 69 if Swift Testing has no tests, or 1. A "
                + "FILE that the runner cannot host runs without it, and a line says so",
            options: ["write-toolset", "xctest-text"], needsOperand: false
        ) { options, words in
            if let path = options.toolset {
                try ToolsetFile(path: path).write()
                return .success
            }
            let command = try SwiftTestCommand(words, printsXCTestText: options.xctestText || isReadByEditor)
            exit(try command.run())
        }
    }

    /// Whether Visual Studio Code's extension for Swift reads the output: it sets this variable to 0 for tests, and nothing else has a
    /// reason to on Linux.
    private static var isReadByEditor: Bool {
        getenv("SWT_SF_SYMBOLS_ENABLED").map { String(cString: $0) == "0" } ?? false
    }
}
