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
            // The first heading follows the words about TEST without a gap: the help has a hundred lines.
            if group != OptionTable.Group.allCases.first { text += "\n" }
            text += "\(group.rawValue):\n"
            for option in OptionTable.all where option.group == group { text += line(for: option) + "\n" }
        }
        // They need no heading: each line begins with the command.
        if !Subcommand.all.isEmpty { text += "\n" }
        for line in commandLines { text += line + "\n" }
        return text + """
            Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 nothing ran,
            4 unusable bundle, 5 cut short, 6 focus, 7 coverage, 8 incomplete, 9 not built.

            """
    }

    /// The commands' lines; those that belong together share one.
    private static var commandLines: [String] {
        func usage(_ command: Subcommand) -> String { "  runner \(command.name) \(command.operands)" }
        let pairs: [([Subcommand], String)] = [
            ([.merge, .replay], "make a report of event files"),
            ([.why, .covers], "ask --affected's records"),
            ([.version, .help], "print the version, or help"),
        ]
        let names = pairs.flatMap(\.0).map(\.name)
        let single = Subcommand.all.filter { !names.contains($0.name) }.map { column(usage($0)) + $0.help }
        return single + pairs.map { pair in pair.0.map(usage).joined() + "  " + pair.1 }
    }

    /// An option's line.
    static func line(for option: OptionTable.Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let words = "  \(letter)\(option.usage)"
        return column(words) + option.helpWithDefault
    }

    /// The first column, filled up to where the second begins.
    private static func column(_ words: String) -> String {
        (words + "  ").filled(to: 30)
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
