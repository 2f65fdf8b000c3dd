// SPDX-License-Identifier: MIT

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
            "## Exit codes", "Where several apply: 5, then 1, 4, 6.",
            table(["exit code", "meaning"], ExitCode.allCases.map { ["\($0.rawValue)", marked($0.meaning)] }),
            "## Environment variables", paragraphs(ManualPage.environment),
            table(["variable", "meaning"], EnvironmentVariables.all.map { [marked($0.name), marked($0.meaning)] }),
            "## Files", table(["file", "meaning"], ManualPage.files.map { [marked($0.0), marked($0.1)] }),
            "## Examples", examples,
        ]
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The heading, and a note on how the page is made.
    private static let introduction = """
        # The command line

        <!-- Made by: runner --man=markdown. Change the tables in Sources/Runner, not this page. -->

        The full reference of `runner`. [Running.md](Running.md) tells how reports, watching and interrupts behave, and
        [CONFIGURATION.md](CONFIGURATION.md) how to keep options in a file.
        """

    /// The ways to call the program.
    private static var synopsis: String {
        let commands = Subcommand.all.map { "runner \($0.name) [options] \($0.operands)" }
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
        let standard = option.standard.map { option.takes == .text ? $0 : marked($0, words: [$0]) } ?? ""
        return [letter + "`\(option.usage)`", marked(option.details, words: option.takes?.words ?? []), standard]
    }

    /// The row of another command.
    private static func row(_ command: Subcommand) -> [String] {
        let options = command.options.map { "`--\($0)`" }.joined(separator: ", ")
        return ["`runner \(command.name) \(command.operands)`", marked(command.details) + ". Options: \(options)"]
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
        texts.map { marked($0) }.joined(separator: "\n\n")
    }

    /// A plain text in Markdown: options, variables, patterns and the last mention of each of `words` are set as code, and the
    /// names of pages are links.
    ///
    /// Where the text has one of the words behind an equals sign, it is English elsewhere.
    private static func marked(_ text: String, words: [String] = []) -> String {
        let words = words.contains { text.contains("=\($0)") } ? [] : words
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let lastMentions = Set(words.compactMap { word in parts.lastIndex { core(of: $0).word == word } })
        return parts.enumerated().map { index, part in
            let (before, word, after) = core(of: part)
            if word.hasPrefix("docs/"), word.hasSuffix(".md") {
                return "\(before)[\(word)](\(word.dropFirst("docs/".count)))\(after)"
            }
            return isCode(word) || lastMentions.contains(index) ? "\(before)`\(word)`\(after)" : part
        }.joined(separator: " ").replacing("|", with: "\\|")
    }

    /// A word without the punctuation around it, and that punctuation.
    private static func core(of part: String) -> (before: String, word: String, after: String) {
        let before = part.prefix { $0 == "(" }
        var word = part.dropFirst(before.count)
        var after = ""
        if word.hasSuffix("'s") {
            after = "'s"
            word = word.dropLast(2)
        }
        while let last = word.last, ".,:;)".contains(last) {
            after = String(last) + after
            word.removeLast()
        }
        return (String(before), String(word), after)
    }

    /// Whether a word is something to type, and no English.
    private static func isCode(_ word: String) -> Bool {
        let marks = ["_", "*", "=", "$", "…", ".so", ".json", "/Module.Class"]
        return word.hasPrefix("--") || word.hasPrefix("./") || word.hasPrefix(".testkit")
            || marks.contains { word.contains($0) }
    }
}
