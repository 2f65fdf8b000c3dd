// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The manual page in Markdown, which is docs/COMMANDLINE.md.
///
/// It is made from the same tables as the manual page in roff; a test compares the file with it.
enum CommandLinePage {
    /// The whole page.
    static var text: String {
        let sections = [
            introduction, synopsis, paragraphs(ManualPage.description),
            "## Names of tests", paragraphs(ManualPage.identities),
            "## Options", paragraphs([ManualPage.values]), options,
            "## Other commands", table(["command", "meaning"], Subcommand.all.map(row)),
            "## Exit codes", ExitCode.precedence,
            table(["exit code", "meaning"], ExitCode.allCases.map { ["\($0.rawValue)", linked($0.meaning)] }),
            "## Environment variables", paragraphs(ManualPage.environment),
            table(["variable", "meaning"], EnvironmentVariables.all.map { [code($0.name), linked($0.meaning)] }),
            "## Files", table(["file", "meaning"], ManualPage.files.map { [code($0.0), linked($0.1)] }),
            "## Examples", examples,
        ]
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The heading, and a note on how the page is made.
    private static let introduction = """
        # The command line

        <!-- Made by: runner --man=markdown. Change the tables in Sources/Runner, not this page. -->

        The full reference of `runner`. [Running.md](Running.md) says how reports, watching and interrupts behave, and
        [CONFIGURATION.md](CONFIGURATION.md) how to keep options in a file.
        """

    /// The ways to call the program.
    private static var synopsis: String {
        let commands = Subcommand.all.map { command in
            "runner \(command.name)" + (command.options.isEmpty ? "" : " [options]")
                + (command.operands.isEmpty ? "" : " \(command.operands)")
        }
        return fenced(["runner [options] PATH… [TEST…]"] + commands)
    }

    /// The options, a table for each group.
    private static var options: String {
        OptionTable.Group.allCases.map { group in
            let rows = OptionTable.all.filter { $0.group == group }.map(row)
            return "### \(group.rawValue)\n\n" + table(["option", "meaning", "default"], rows)
        }.joined(separator: "\n\n")
    }

    /// The commands that show how the program is used.
    private static var examples: String {
        ManualPage.examples.map { purpose, command in "\(purpose)\n\n\(fenced([command]))" }.joined(separator: "\n\n")
    }

    /// The row of an option.
    private static func row(_ option: OptionTable.Option) -> [String] {
        let letter = option.letter.map { "`-\($0)`, " } ?? ""
        return [letter + "`\(option.usage)`", linked(option.details), standard(option)]
    }

    /// The default of an option, as code if it is a value that could be given.
    private static func standard(_ option: OptionTable.Option) -> String {
        guard let standard = option.standard else { return "" }
        return switch option.takes {
        case .number, .seed: Double(standard) == nil ? standard : "`\(standard)`"
        case .choice(let words): words.contains(standard) ? "`\(standard)`" : standard
        case .file, .directory, .bundle: standard.contains(" ") ? standard : "`\(standard)`"
        case .text, .test, nil: standard
        }
    }

    /// Names between commas, each as code.
    private static func code(_ names: String) -> String {
        names.split(separator: ", ").map { "`\($0)`" }.joined(separator: ", ")
    }

    /// The row of another command.
    private static func row(_ command: Subcommand) -> [String] {
        let options = command.options.map { "`--\($0)`" }.joined(separator: ", ")
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        return [
            "`runner \(command.name)\(operands)`",
            linked(command.details) + (options.isEmpty ? "" : ". Options: \(options)"),
        ]
    }

    /// A table in Markdown.
    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(
            separator: "\n")
    }

    /// Lines in a block of code.
    private static func fenced(_ lines: [String]) -> String { "```\n" + lines.joined(separator: "\n") + "\n```" }

    /// Paragraphs, each in a line of its own.
    private static func paragraphs(_ texts: [String]) -> String {
        texts.map(linked).joined(separator: "\n\n")
    }

    /// A text of the tables, which is Markdown already, with links to the pages that it names, for a cell of a table.
    private static func linked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { part in
            guard let start = part.firstRange(of: "docs/")?.lowerBound, let end = part.firstRange(of: ".md")?.upperBound
            else { return String(part) }
            let page = part[start..<end]
            return "\(part[..<start])[\(page)](\(page.dropFirst("docs/".count)))\(part[end...])"
        }.joined(separator: " ").replacing("|", with: "\\|")
    }
}
