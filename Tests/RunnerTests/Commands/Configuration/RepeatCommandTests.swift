// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import Runner

/// The command line that repeats a run.
struct RepeatCommandTests {
    @Test(
        "text",
        arguments: [
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
        #expect(RepeatCommand(arguments: arguments).text(seed: 9) == expected)
    }

    @Test(
        "worker by worker, also where the line is one word: a package without options",
        arguments: [([], ""), (["."], " ."), (["--filter", "M.D", "-j4", "./runner x"], " -j4 './runner x'")])
    func exactly(arguments: [String], rest: String) {
        #expect(RepeatCommand(arguments: arguments).exactText() == "runner --rerun-exactly" + rest)
    }

    @Test("one repetition of several")
    func oneRepetition() {
        let arguments = ["--until-failure", "--repeat", "9", "dir", "--repeat=3", "--seed", "1", "--", "--repeat"]
        #expect(RepeatCommand(arguments: arguments).text(seed: 9, once: true) == "runner --seed 9 dir -- --repeat")
    }

    @Test(
        "tests by name take the place of those that were named, and of what chose them",
        arguments: [
            (["--rerun-failed", "."], "runner --seed 9 . B/M.C/a"),
            (["-j", "4", "--ids", "x", ".", "M.D", "--failed-first"], "runner --seed 9 -j 4 . B/M.C/a"),
            (["-qj4", "--ids=x", ".", "--", "M.D", "/tmp"], "runner --seed 9 -qj4 . -- /tmp B/M.C/a"),
            (["--filter", "M.D", "-j4", ".", "M.D"], "runner --seed 9 -j4 . B/M.C/a"),
            (["--skip=not failed", "--skip-tag", "x", "."], "runner --seed 9 --skip-tag x . B/M.C/a"),
        ])
    func tests(arguments: [String], expected: String) {
        var command = RepeatCommand(arguments: arguments)
        command.tests = ["B/M.C/a"]
        #expect(command.text(seed: 9) == expected)
    }

    @Test("what the environment asks for is there, but for reports, the record and what the command line says")
    func environment() throws {
        var command = RepeatCommand(arguments: ["--timeout", "3", "."])
        let configuration = try Configuration(
            CommandLineWords(command.arguments),
            variables: [
                "TESTKIT_TIMEOUT": "9", "TESTKIT_FILTER": "a b\nc", "TESTKIT_FAIL_FAST": "true", "TESTKIT_QUIET": "1",
                "TESTKIT_REPEAT": "3", "TESTKIT_STATE": "x", "TESTKIT_SEED": "8", "TESTKIT_NO_CONFIG": "1",
                "TESTKIT_RECURSIVE": "off", "BAZEL_TEST": "1", "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1",
                "XML_OUTPUT_FILE": "y",
            ]
        )
        command.environment = RepeatCommand.environment(configuration.settings)
        let once = "--shard 2/3 --filter 'a b' --filter c --fail-fast"
        #expect(command.text(seed: 9) == "runner --seed 9 \(once) --repeat 3 --no-config --timeout 3 .")
        #expect(command.text(seed: 9, once: true) == "runner --seed 9 \(once) --no-config --timeout 3 .")
    }

    /// The names that stand for a plan of what filters select.
    private func names(_ filters: [String], _ registry: Registry) throws -> [String]? {
        let selection = try Selection(filters: filters.map { try NameFilter($0) }, in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
        return RepeatCommand(arguments: [], plan: plan, in: registry, choice: .passing).tests?.sorted()
    }

    @Test("a bundle or class of which all ran is named as a whole")
    func wholeClass() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX", "testY"]), FakeClass("M.B", ["testX", "testY"])])
        #expect(try names([], registry) == ["B"])
        #expect(try names(["M.B"], registry) == ["B/M.B"])
        #expect(try names(["M.A", "M.B/testY"], registry) == ["B/M.A", "B/M.B/testY"])
    }

    @Test("what no command line can say, a remark does")
    func remarks() throws {
        let cases = (100...300).map { FakeCase("testOfManyThatAreCalledAlike\($0)") }
        let registry = try Registry.of([FakeClass("M.A", cases), FakeClass("M.B", ["testX"])])
        func text(_ filters: [String], first: Set<Int> = [], _ choice: RepeatCommand.Choice) throws -> String {
            let selection = try Selection(filters: filters.map { try NameFilter($0) }, in: registry)
            let plan = PlanBuilder.plan(
                registry, selection: selection, focus: .all, seed: 1, order: PlanBuilder.Order(first: first))
            let command = RepeatCommand(arguments: ["--rerun-failed", "."], plan: plan, in: registry, choice: choice)
            return command.text(seed: 1)
        }
        let line = "runner --seed 1 --rerun-failed ."
        let otherTests = "  # runs other tests than these 180 when the record has changed"
        #expect(try text(["re:M.A.*[1-9]$"], .passing) == line + otherTests)
        #expect(try text(["re:M.A.*[1-9]$"], .recordForGood) == line + otherTests)
        #expect(try text(["nothing"], .passing) == line)
        #expect(try text([], .arguments) == line)
        #expect(try text([], first: [0], .arguments) == line + "  # runs in another order when the record has changed")
        #expect(try text(["M.A"], first: [0], .arguments) == line)
    }

    @Test("shell reads the words back")
    func shellWords() throws {
        let words = [
            "a b", "it's", "", "$HOME", "`x`", "\\", "\"", "*", "!", "a\nb", "#x", "-n", "Größe", "\u{1B}[1m50%\\'",
            "\u{202E}ü",
        ]
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command = RepeatCommand(arguments: words).text(seed: 9).dropFirst("runner".count)
        // As a terminal shows it.
        #expect(TerminalText.line(String(command)) == command)
        shell.arguments = ["-c", "printf '%s\\0'" + command]
        shell.standardOutput = output
        try shell.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let read = String(decoding: data, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        #expect(read.dropLast().map(String.init) == ["--seed", "9"] + words)
    }
}
