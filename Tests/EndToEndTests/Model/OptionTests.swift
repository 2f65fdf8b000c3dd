// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Lists and selections, and the exit codes of a wrong command line and of a run without a test.
///
/// Rules 13, 27, 29 and 44.
struct OptionTests {
    /// A bundle where everything passes.
    private let directory = TemporaryDirectory()
    private let path: String
    private let bundle = FixtureModel.ordinary

    /// Compiles it.
    init() throws {
        path = try bundle.make(in: directory)
    }

    /// The lines that a list prints.
    private func list(_ arguments: String...) throws -> [String] {
        let result = try Runner.run(["--list", path] + arguments).exiting(0)
        return result.lines
    }

    @Test("a list is in the order of the run, for any number of jobs", arguments: [0, 1, 42, UInt64.max])
    func orderOfTheRun(seed: UInt64) throws {
        let list = try list("--seed", "\(seed)")
        #expect(Set(list) == bundle.planned)
        let run = try Runner.run(["-v", "--seed", "\(seed)", "--jobs", "1", path])
        #expect(Report(run.output).order == list)
        #expect(try self.list("--seed", "0x\(String(seed, radix: 16))", "--jobs", "7") == list)
    }

    @Test("shards are the whole, each in its order; one with nothing in it passes")
    func shards() throws {
        let all = try list("--seed", "8")
        let parts = try (1...9).map { try list("--seed", "8", "--shard", "\($0)/9") }
        #expect(parts.flatMap(\.self).sorted() == all.sorted())
        for part in parts { #expect(part == all.filter(Set(part).contains)) }
        // Nine parts for five classes.
        let empty = try #require(parts.firstIndex(of: [])) + 1
        let run = try Runner.run(["--shard", "\(empty)/9", "--tap", directory.file("tap"), path]).exiting(0)
        #expect(run.output.contains("ok: 0 cases run") && run.output.contains("shard \(empty)/9"))
        let tap = try String(contentsOfFile: directory.file("tap"), encoding: .utf8)
        #expect(tap.hasSuffix("\n1..0 # SKIP shard \(empty)/9 has no test\n"))
        #expect(try Runner.run(["--shard", "\(empty)/9", "--skip", "Ordinary", path]).status == 3)
    }

    // MARK: Exit codes

    @Test(
        "wrong usage is reported on standard error, and nothing runs",
        arguments: [
            ([], "no directory or bundle given"), (["--no-such-option"], "unknown option '--no-such-option'"),
            (["--seed", "x"], "--seed"), (["-q", "-v"], "--verbose"),
            (["/no/such/directory"], "/no/such/directory"), (["--ids", "/no/such/file"], "/no/such/file"),
            (["SumTests", "NoSuchTests"], "'NoSuchTests'"),
        ] as [([String], String)]
    )
    func usage(arguments: [String], part: String) throws {
        let isWithoutPath = arguments.isEmpty
        let result = try Runner.run(isWithoutPath ? [] : [path] + arguments).exiting(2)
        #expect(result.outputBytes.isEmpty)
        #expect(result.errors.hasPrefix("runner: "))
        #expect(result.errors.contains(part), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count <= 3, "\(result.errors)")
    }

    @Test("nothing ran: no bundle, or no test that matches", arguments: [[], ["--list"]])
    func nothingRan(options: [String]) throws {
        let empty = try directory.makeDirectory("empty")
        #expect(try Runner.run(options + [empty]).status == 3)
        #expect(try Runner.run(options + [path, "--filter", "matches nothing"]).status == 3)
    }

    @Test("--help and --version say so and do nothing else")
    func help() throws {
        #expect(try Runner.run(["--help"]).exiting(0).output.contains("Exit codes"))
        let version = try Runner.run(["--version"]).exiting(0)
        let match = try #require(
            version.output.wholeMatch(
                of: /runner \d+\.\d+\.\d+ \((?:commit ([0-9a-f]{12}), )?Swift \d[^()]*, \w+-linux-gnu\)\n/
            ))
        // A checkout of another branch, or sources without a repository, name none.
        if let commit = match.1 {
            let kind = try Subprocess("/usr/bin/env", ["git", "-C", CFixture.root, "cat-file", "-t", String(commit)])
                .wait()
            #expect(kind.output == "commit\n", "\(kind.errors)")
        }
    }
}
