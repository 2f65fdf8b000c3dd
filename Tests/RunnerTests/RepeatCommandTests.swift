import Foundation
import Testing

@testable import Runner

/// The command line that repeats a run.
@Suite struct RepeatCommandTests {
    @Test(arguments: [
        (["dir"], "runner --seed 9 dir"), (["--seed", "1", "dir"], "runner --seed 9 dir"),
        (["--seed=1", "dir", "--seed", "2"], "runner --seed 9 dir"), (["dir", "--seed"], "runner --seed 9 dir"),
        (["dir", "--", "--seed", "1"], "runner --seed 9 dir -- --seed 1"),
        (["--filter", "--seed", "dir"], "runner --seed 9 --filter --seed dir"),
        (["--filter=--seed", "dir"], "runner --seed 9 --filter=--seed dir"),
        (["--filter", "--", "--seed=1", "dir"], "runner --seed 9 --filter -- dir"),
        (["--watch", "dir"], "runner --seed 9 dir"),
        (["--fail-fast", "--seed", "1", "dir"], "runner --seed 9 --fail-fast dir"),
        (["a b", "it's", "", "$x", "Größe"], "runner --seed 9 'a b' 'it'\\''s' '' '$x' 'Größe'"),
        (["M.Foo/testA[x]", "re:a|b", "~"], "runner --seed 9 'M.Foo/testA[x]' 're:a|b' '~'"),
        (["--quiet", "a/b-c_d.so"], "runner --seed 9 --quiet a/b-c_d.so"),
    ])
    func text(arguments: [String], expected: String) {
        #expect(RepeatCommand.text(arguments: arguments, seed: 9) == expected)
    }

    @Test func oneRepetitionOfSeveral() {
        let arguments = ["--until-failure", "--repeat", "9", "dir", "--repeat=3", "--seed", "1", "--", "--repeat"]
        #expect(RepeatCommand.text(arguments: arguments, seed: 9, once: true) == "runner --seed 9 dir -- --repeat")
    }

    @Test func shellReadsTheWordsBack() throws {
        let words = ["a b", "it's", "", "$HOME", "`x`", "\\", "\"", "*", "!", "a\nb", "#x", "-n", "Größe"]
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command = RepeatCommand.text(arguments: words, seed: 9).dropFirst("runner".count)
        shell.arguments = ["-c", "printf '%s\\0'" + command]
        shell.standardOutput = output
        try shell.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let read = String(decoding: data, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        #expect(read.dropLast().map(String.init) == ["--seed", "9"] + words)
    }
}
