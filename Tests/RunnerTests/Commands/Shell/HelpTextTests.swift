// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// The text of `--help`.
struct HelpTextTests {
    /// Its lines.
    let lines = Options.helpText.split(separator: "\n", omittingEmptySubsequences: false)

    @Test("stays short and narrow")
    func size() {
        #expect(lines.count <= 106)
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test("an option of other commands is in their help")
    func otherCommands() {
        for option in OptionTable.all where option.group == .commands {
            let texts = Subcommand.all.filter { $0.options.contains(option.name) }.map(\.helpText)
            #expect(!texts.isEmpty && texts.allSatisfy { $0.contains(option.help) }, "\(option.name)")
        }
    }

    @Test("names every option with its letter, and the helps are below each other")
    func layout() {
        for option in OptionTable.all where option.group != .commands {
            let line = lines.first { $0.contains("  \(option.usage) ") || $0.contains(", \(option.usage) ") }
            // One that is too long has two spaces behind it.
            let column = max(30, option.usage.count + 8)
            #expect(line?.hasSuffix(option.helpWithDefault) == true, "\(option.name)")
            #expect(line.map { $0.count - option.helpWithDefault.count } == column, "\(option.name)")
            if let letter = option.letter { #expect(line?.contains("-\(letter), --") == true) }
        }
    }

    @Test("names every exit code")
    func exitCodes() {
        let words = Set(lines.suffix(3).joined(separator: " ").split(separator: " "))
        for code in 0...7 { #expect(words.contains("\(code)"), "\(code)") }
    }
}
