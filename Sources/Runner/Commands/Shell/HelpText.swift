// SPDX-License-Identifier: MIT

import RunnerSupport

extension Options {
    /// The output of `--help`, for a screen of 80 columns.
    static var helpText: String {
        var text = """
            Usage: runner [options] [PATH…] [TEST…]
            Runs the bundles in each PATH; without one, builds the package here and runs it.
            TEST is an identity: bundle, Class, bundle/Module.Class/case, …/case[example].

            """
        for group in OptionTable.Group.allCases where group != .commands {
            text += "\n\(group.rawValue):\n"
            for option in OptionTable.all where option.group == group { text += line(for: option) + "\n" }
        }
        // They need no heading: each line begins with the command.
        if !Subcommand.all.isEmpty { text += "\n" }
        for command in Subcommand.all {
            text += column("  runner \(command.name) \(command.operands)") + command.help + "\n"
        }
        return text + """
            Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 nothing ran,
            4 unusable bundle, 5 cut short, 6 focus, 7 coverage, 8 incomplete, 9 not built.

            """
    }

    /// An option's line.
    static func line(for option: OptionTable.Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let words = "  \(letter)\(option.usage)"
        return column(words) + option.helpWithDefault
    }

    /// The first column, filled up to where the second begins.
    private static func column(_ words: String) -> String {
        words + String(repeating: " ", count: max(2, 30 - words.count))
    }

    /// A text in lines of 80 columns at most.
    static func wrapped(_ text: String, width: Int = 80) -> String {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            if let last = lines.last, !last.isEmpty, last.count + 1 + word.count > width { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.joined(separator: "\n")
    }
}
