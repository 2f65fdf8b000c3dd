// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension Subcommand {
    /// The commands that the help explains, apart from itself.
    static var explained: [Subcommand] {
        [archive, covers, history, `init`, inspect, merge.importing, replay, swiftTest, version, why]
    }

    /// Prints the help, of a command where one is named.
    static var help: Subcommand {
        Subcommand(
            name: "help", operands: "[COMMAND]", takes: .choice(explained.map(\.name)),
            help: "print this help, or a command's",
            details: "print the help, or that of a command", options: [], needsOperand: false
        ) { _, words in
            guard let word = words.first else {
                try StandardOutput.print { $0.write(Options.helpText) }
                return .success
            }
            guard let command = all.first(where: { $0.name == word }) else {
                throw UsageError.unknownCommand(word, suggestion: nearest(to: word))
            }
            try StandardOutput.print { $0.write(command.helpText) }
            return .success
        }
    }

    /// Prints the version.
    static var version: Subcommand {
        Subcommand(
            name: "version", operands: "", takes: .text, help: "print the version", details: "print the version",
            options: [], needsOperand: false
        ) { _, _ in
            try StandardOutput.print { $0.write(Version.text) }
            return .success
        }
    }
}
