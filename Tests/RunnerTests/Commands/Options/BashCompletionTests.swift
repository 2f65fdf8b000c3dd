// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Runner

/// The completions of bash, requested by `COMP_WORDS` as bash does.
struct BashCompletionTests {
    /// Returns the completions of the last word, in a directory with a bundle, a text and a directory.
    func offered(_ words: String...) throws -> [String] {
        let scratch = TemporaryDirectory()
        try scratch.write([], to: "with space/libA.so")
        try scratch.write([], to: "with space/notes.txt")
        try scratch.write(Array(BashCompletions.script.utf8), to: "script")
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let drive = """
            set -u; source ./script
            runner() { [ "$*" = 'history --list' ] && printf '%s\\n' "${TESTS[@]}"; }
            TESTS=('Shop/M.Cart/testPay' 'Shop/M.Cart/testPay[a/b c]' 'Search/N.Index/testFind')
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            complete -p runner >/dev/null && _runner && printf '%s\\n' "${COMPREPLY[@]}"
            """
        shell.arguments = ["bash", "--norc", "-c", drive, "bash", "runner"] + words
        shell.currentDirectoryURL = scratch.directory
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("options by their beginning")
    func options() throws {
        #expect(try offered("--known") == ["--known-platform"])
        let all = try offered("--list", "-")
        for option in OptionTable.all {
            #expect(all.contains("--\(option.name)"))
            if let letter = option.letter { #expect(all.contains("-\(letter)")) }
        }
    }

    @Test("values of a choice")
    func choices() throws {
        #expect(try offered("--isolation", "") == ["worker", "class", "case", "none"])
        #expect(try offered(".", "--isolation", "=", "c") == ["class", "case"])
        #expect(try offered(".", "--isolation", "=") == ["worker", "class", "case", "none"])
    }

    @Test("files where one is taken")
    func files() throws {
        #expect(try offered("--ids", "with space/").sorted() == ["with space/libA.so", "with space/notes.txt"])
        #expect(try offered("--seed", "") == [])
    }

    @Test("directories and bundles elsewhere")
    func bundles() throws {
        #expect(try offered("wi") == ["with space"])
        #expect(try offered("--list", "with space/") == ["with space/libA.so"])
        #expect(try offered("--", "with") == ["with space"])
        #expect(try offered("--", "--li") == [])
    }

    @Test("tests of the history, by their identities or the ends of these; files to import")
    func history() throws {
        #expect(try offered("history", "Search") == ["Search/N.Index/testFind"])
        #expect(try offered("history", "testP") == ["testPay", #"testPay\[a/b\ c\]"#])
        // As the first completion has left the line, and in quotation marks.
        #expect(try offered("history", #"testPay\[a"#) == [#"testPay\[a/b\ c\]"#])
        #expect(try offered("history", #""testPay[a"#) == ["testPay[a/b c]"])
        #expect(try offered("history", "--tag", "=", "slow", "Shop").count == 2)
        #expect(try offered("history", "--import", "wi") == ["with space"])
        #expect(try offered("history", "$(touch stolen)") == [])
    }

    @Test("other commands as the first word")
    func commands() throws {
        for command in Subcommand.all {
            #expect(try offered(command.name) == [command.name])
            #expect(try !offered("--list", command.name).contains(command.name))
            #expect(try offered(command.name, "--hel") == ["--help"])
        }
    }
}
