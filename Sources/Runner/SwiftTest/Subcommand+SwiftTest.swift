// SPDX-License-Identifier: MIT

import Glibc

extension Subcommand {
    /// Takes the place of a test executable that `swift test` runs.
    static var swiftTest: Subcommand {
        Subcommand(
            name: "swift-test", operands: "-- FILE…", takes: .file, help: "run tests for 'swift test --toolset'",
            details:
                "run the tests of a test executable for 'swift test', which calls this command if a toolset says so; "
                + "--write-toolset writes one: docs/SwiftTest.md. FILE is the executable, and what follows is what SwiftPM "
                + "passes to it. The exit code is 0, 69 if Swift Testing has no tests, or 1. What the runner cannot host "
                + "runs by itself, and a line says so",
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

    /// Whether Visual Studio Code's extension for Swift reads the output: it sets this variable to 0 for tests, and nobody else has a
    /// reason to on Linux.
    private static var isReadByEditor: Bool {
        getenv("SWT_SF_SYMBOLS_ENABLED").map { String(cString: $0) == "0" } ?? false
    }
}

/// The options of single commands, which a run does not take.
extension OptionTable {
    /// The options of `runner swift-test`.
    static var ofCommands: [Option] {
        [
            Option(
                name: "write-toolset", group: .other, help: "write the toolset file",
                standard: "toolset.json",
                details: "write the toolset file by which 'swift test --toolset FILE' calls this runner",
                reach: .commandLine,
                action: .optionalValue("FILE", .file) { options, text, _ in options.toolset = text ?? "toolset.json" }
            ),
            Option(
                name: "xctest-text", group: .other, help: "print XCTest's text, for programs",
                details: "print XCTest's own text in place of the runner's, for programs that read it",
                reach: .commandLine,
                action: .flag { $0.xctestText = true }
            ),
        ]
    }
}
