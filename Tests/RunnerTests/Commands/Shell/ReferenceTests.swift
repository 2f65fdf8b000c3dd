// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import Runner

/// Whether help, manual page, docs/COMMANDLINE.md and completions agree about every option, command and exit code.
struct ReferenceTests {
    /// docs/COMMANDLINE.md.
    static let document: String =
        (try? String(contentsOfFile: Checkout.path("docs/COMMANDLINE.md"), encoding: .utf8)) ?? ""

    /// The first two columns of its tables, row by row, without the marks of Markdown.
    static let rows: [(name: String, meaning: String)] =
        document.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ").map(plain)
            return cells.count >= 2 ? (cells[0], cells[1]) : nil
        }

    @Test("docs/COMMANDLINE.md is what the program prints; runner --man=markdown writes it anew")
    func commandLinePage() {
        let changes = CommandLinePage.text.split(separator: "\n").difference(from: Self.document.split(separator: "\n"))
        #expect(changes.isEmpty)
    }

    /// A text without code marks, and a link by what it shows.
    static func plain(_ text: String) -> String {
        text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacingOccurrences(of: "`", with: "")
    }

    /// The man page as a reader sees it, less line breaks.
    static let page = ManualPage.text.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(
        of: "\\(aq", with: "'"
    ).replacingOccurrences(of: "\\fR", with: "").replacingOccurrences(of: "\\fB", with: "").replacingOccurrences(
        of: "\\fI", with: "")

    /// How an option is written in a table.
    func written(_ option: OptionTable.Option) -> String {
        (option.letter.map { "-\($0), " } ?? "") + option.usage
    }

    @Test("an option is described alike everywhere", arguments: OptionTable.all.map(\.name))
    func options(name: String) throws {
        let option = try #require(OptionTable.option(named: name))
        let row = Self.rows.first { $0.name == written(option) }
        #expect(row?.meaning == Self.plain(option.details), "docs/COMMANDLINE.md")
        let details = Roff.escaped(Self.plain(option.details)).replacingOccurrences(of: "\\-", with: "-")
            .replacingOccurrences(of: "\\(aq", with: "'")
        let term = Roff.escaped(written(option)).replacingOccurrences(of: "\\-", with: "-")
        #expect(Self.page.contains("\(term)\n\(details)\n"), "the man page")
        for word in option.takes?.words ?? [] {
            #expect(option.details.contains(word), "\(word)")
            #expect(option.help.contains(word), "\(word)")
        }
        #expect(option.details.contains("may be repeated") == option.repeats)
        #expect(BashCompletions.script.contains("--\(name)"))
        #expect(ZshCompletions.script.contains("--\(name)"))
        #expect(FishCompletions.script.contains(" -l \(name) "))
    }

    @Test("choices are the words that are taken", arguments: OptionTable.all.map(\.name))
    func choices(name: String) throws {
        let option = try #require(OptionTable.option(named: name))
        for word in option.takes?.words ?? [] {
            var options = Options()
            try Setting(option: option, value: word, spelling: name, origin: .commandLine).apply(to: &options)
        }
        // A placeholder that says nothing of what it stands for would be completed with nothing.
        if option.takes == .text {
            let telling = [
                "PATTERN", "NAME", "I/N", "EXPR", "WHAT", "COMMAND", "OPTION", "[tasks,]SECS", "SECS[,FACTOR]",
            ]
            #expect(telling.contains(option.placeholder))
        }
    }

    @Test("the default in the help is the default")
    func defaults() throws {
        for option in OptionTable.all {
            guard let standard = option.standard, let kind = option.takes, kind == .number || !kind.words.isEmpty,
                Double(standard) != nil || kind.words.contains(standard)
            else { continue }
            var options = Options()
            try Setting(option: option, value: standard, spelling: "", origin: .commandLine).apply(to: &options)
            #expect("\(options)" == "\(Options())", "--\(option.name)")
        }
    }

    @Test("every command is described everywhere")
    func commands() {
        for command in Subcommand.all {
            let row = Self.rows.first {
                $0.name == ["runner", command.name, command.operands].filter { !$0.isEmpty }.joined(separator: " ")
            }
            #expect(row?.meaning.hasPrefix(Self.plain(command.details)) == true)
            #expect(Options.helpText.contains("  runner \(command.name) \(command.operands)"))
            // A command without operands has no space behind its name.
            let operands = Roff.escaped(command.operands).replacingOccurrences(of: "\\-", with: "-")
            let usage = [command.name, operands].filter { !$0.isEmpty }.joined(separator: " ")
            #expect(Self.page.contains("\(usage)\n"))
            for script in [BashCompletions.script, ZshCompletions.script, FishCompletions.script] {
                #expect(script.contains(command.name))
            }
            for name in command.options { #expect(OptionTable.option(named: name) != nil, "\(name)") }
            for line in command.helpText.split(separator: "\n") { #expect(line.count <= 80) }
        }
    }

    @Test("every exit code is described everywhere")
    func exitCodes() {
        for code in ExitCode.allCases {
            #expect(Self.rows.contains { $0.name == "\(code.rawValue)" && $0.meaning == Self.plain(code.meaning) })
            #expect(Self.page.contains(".B \(code.rawValue)\n\(Self.plain(code.meaning))\n"))
        }
    }

    @Test("the man page is ASCII")
    func ascii() { #expect(ManualPage.text.utf8.allSatisfy { $0 < 0x80 }) }

    @Test("what roff would read as a command is text")
    func roffCommands() {
        #expect(Roff.escaped(".so x") == "\\&.so x")
        #expect(Roff.formatted("with `--list` it's") == "with \\fB\\-\\-list\\fR it\\(aqs")
        #expect(Roff.escaped("'tis a \\ – it's") == "\\&\\(aqtis a \\e \\[u2013] it\\(aqs")
    }
}
