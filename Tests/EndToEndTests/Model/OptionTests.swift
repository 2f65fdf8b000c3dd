// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Lists and selections.
///
/// Rules 13, 27, 29 and 44.
struct ListTests {
    /// A bundle where everything passes.
    private let directory: TemporaryDirectory
    private let path: String
    private let bundle = FixtureModel.ordinary

    /// Compiles it.
    init() throws {
        directory = try TemporaryDirectory()
        path = try bundle.make(in: directory)
    }

    /// The lines that a list prints.
    private func list(_ arguments: String...) throws -> [String] {
        let result = try Runner.run(["--list", path] + arguments)
        #expect(result.status == 0, "\(result.errors)")
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

    @Test("different seeds give different orders")
    func differentSeeds() throws {
        let orders = try (1...8).map { try list("--seed", "\($0)") }
        #expect(Set(orders).count == 8)
        #expect(Set(orders.map { Set($0) }).count == 1)
    }

    @Test("filtering, skipping and other bundles leave the order of the rest as it was")
    func stableOrder() throws {
        let all = try list("--seed", "5")
        let some = try list("--seed", "5", "--filter", "Tests/testS")
        #expect(some == all.filter { $0.contains("Tests/testS") })
        #expect(!some.isEmpty)
        try bundle.named("Another").make(in: directory)
        let both = try Runner.run(["--list", "--seed", "5", directory.path])
        #expect(both.lines.filter { $0.hasPrefix("Ordinary/") } == all)
    }

    @Test("JSON has the same cases in the same order, and all that is known of them")
    func json() throws {
        let result = try Runner.run(["--list", "--format", "json", "--seed", "9", path])
        let json = try #require(try JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [String: Any])
        #expect(json["version"] as? String == "1")
        #expect(json["seed"] as? String == "9")
        let cases = try #require(json["cases"] as? [[String: Any]])
        #expect(cases.compactMap { $0["identity"] as? String } == (try list("--seed", "9")))
        let example = try #require(
            cases.first { ($0["identity"] as? String)?.hasSuffix("outlineTestReads[a/b]") == true })
        #expect(example["bundle"] as? String == "Ordinary")
        #expect(example["class"] as? String == "Plain.TextTests")
        #expect(example["case"] as? String == "outlineTestReads")
        #expect(example["example"] as? String == "a/b")
        #expect(example["runGroup"] as? Int == 1)
        #expect(example["focused"] as? Bool == false)
        #expect((example["file"] as? String)?.hasSuffix("ordinary.c") == true)
        let classes = try #require(json["classes"] as? [[String: Any]])
        #expect(classes.count == 5)
        #expect(classes.first { $0["identity"] as? String == "Ordinary/Plain.EarlyTests" }?["runGroup"] as? Int == -1)
        #expect((json["faults"] as? [Any])?.isEmpty == true)
    }

    @Test("the tree shows the hierarchy")
    func tree() throws {
        let result = try Runner.run(["--list", "--tree", try SwiftFixtures.bundle("RuleSuites")])
        #expect(result.status == 0)
        let lines = result.lines
        let root = try #require(lines.firstIndex { $0.contains("─ SharedSuites.SharedRoot  abstract, run group 7") })
        #expect(lines[root + 1].contains("└─ RuleSuites.FromSharedRoot  1 case, run group 7"))
        #expect(lines.contains { $0.contains("SharedSuites.SharedFocus  abstract, focused") })
        #expect(lines.contains { $0.contains("RuleSuites.NothingHere  2 cases, 0 to run, no case for this platform") })
        #expect(lines.contains { $0.contains("RuleSuites.InheritsSuffix  1 case, 0 to run, not for this platform") })
    }

    @Test(
        "--filter and --skip take a part, a glob and a regular expression",
        arguments: [
            (["--filter", "SumTests"], "SumTests", nil), (["--filter", "glob:*/Plain.Sum*/*s"], "SumTests", nil),
            (["--filter", "re:Sum.*(Adds|Carries|Negates|Overflows)$"], "SumTests", nil),
            (["--filter", "Plain.SumTests/testAdds"], "testAdds", nil), (["--skip", "SumTests"], nil, "SumTests"),
            (["--skip", "glob:*Plain.Sum*"], nil, "SumTests"), (["--skip=re:Sum"], nil, "SumTests"),
            (["--filter", "Plain.", "--skip", "Clock"], nil, "Clock"),
            (["--filter", "[two words]"], "[two words]", nil),
        ] as [([String], String?, String?)]
    )
    func patterns(options: [String], part: String?, without: String?) throws {
        let expected = bundle.identities { item in
            part.map { item.name.contains($0) } != false && without.map { item.name.contains($0) } != true
        }
        let result = try Runner.run(["--list", path] + options)
        #expect(Set(result.lines) == expected)
        #expect(!expected.isEmpty && expected.count < bundle.cases.count)
        #expect(result.status == 0)
    }

    @Test(
        "an exact identity names a bundle, a class, a case or an example",
        arguments: [
            ("Ordinary", ""), ("Ordinary/Plain.SumTests", "Plain.SumTests/"), ("Plain.SumTests", "Plain.SumTests/"),
            ("SumTests", "Plain.SumTests/"), ("SumTests/testAdds", "Plain.SumTests/testAdds"),
            ("Ordinary/Plain.SumTests/testAdds", "Plain.SumTests/testAdds"),
            ("TextTests/outlineTestReads", "Plain.TextTests/outlineTestReads["),
            ("TextTests/outlineTestReads[two words]", "Plain.TextTests/outlineTestReads[two words]"),
            ("Ordinary/Plain.TextTests/outlineTestReads[a/b]", "Plain.TextTests/outlineTestReads[a/b]"),
            ("TextTests/outlineTestReads[[x]]", "Plain.TextTests/outlineTestReads[[x]]"),
            ("focus_SumTests/focus_testAdds", "Plain.SumTests/testAdds"),
        ]
    )
    func identities(identity: String, prefix: String) throws {
        let expected = bundle.identities { $0.name.hasPrefix(prefix) }
        #expect(Set(try list(identity)) == expected)
        #expect(!expected.isEmpty)
    }

    @Test("shards are the whole, each in its order; one with nothing in it passes")
    func shards() throws {
        let all = try list("--seed", "8")
        let parts = try (1...9).map { try list("--seed", "8", "--shard", "\($0)/9") }
        #expect(parts.flatMap(\.self).sorted() == all.sorted())
        for part in parts { #expect(part == all.filter(Set(part).contains)) }
        // Nine parts for five classes.
        let empty = try #require(parts.firstIndex(of: [])) + 1
        let run = try Runner.run(["--shard", "\(empty)/9", "--tap", directory.file("tap"), path])
        #expect(run.status == 0)
        #expect(run.output.contains("ok: 0 cases run") && run.output.contains("shard \(empty)/9"))
        let tap = try String(contentsOfFile: directory.file("tap"), encoding: .utf8)
        #expect(tap.hasSuffix("\n1..0 # SKIP shard \(empty)/9 has no test\n"))
        #expect(try Runner.run(["--shard", "\(empty)/9", "--skip", "Ordinary", path]).status == 3)
    }

    @Test("--ids reads identities from a file and from standard input")
    func idsFile() throws {
        let wanted = ["Ordinary/Plain.SumTests/testAdds", "Ordinary/Plain.TextTests/outlineTestReads[two words]"]
        let text = "\(wanted[0])\n\n  \(wanted[1])\r\n"
        let file = try directory.write(Array(text.utf8), to: "ids")
        #expect(Set(try list("--ids", file)) == Set(wanted))
        let input = try Runner.run(["--list", path, "--ids", "-"], input: text)
        #expect(Set(input.lines) == Set(wanted))
        // A list is itself such a file.
        let all = try list("--seed", "3")
        let again = try Runner.run(["--list", "--seed", "3", path, "--ids", "-"], input: all.joined(separator: "\n"))
        #expect(again.lines == all)
    }
}

/// The exit codes of a wrong command line and of a run without a test.
struct ExitCodeTests {
    /// A bundle where everything passes.
    private let directory: TemporaryDirectory
    private let path: String

    /// Compiles it.
    init() throws {
        directory = try TemporaryDirectory()
        path = try FixtureModel.ordinary.make(in: directory)
    }

    @Test(
        "wrong usage is reported on standard error, and nothing runs",
        arguments: [
            ([], "no directory or bundle given"), (["--no-such-option"], "unknown option '--no-such-option'"),
            (["--seed", "x"], "--seed"), (["-q", "-v"], "--verbose"),
            (["/no/such/directory"], "/no/such/directory"), (["--ids", "/no/such/file"], "/no/such/file"),
        ] as [([String], String)]
    )
    func usage(arguments: [String], part: String) throws {
        let isWithoutPath = arguments.isEmpty
        let result = try Runner.run(isWithoutPath ? [] : [path] + arguments)
        #expect(result.status == 2)
        #expect(result.outputBytes.isEmpty)
        #expect(result.errors.hasPrefix("runner: "))
        #expect(result.errors.contains(part), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count <= 3, "\(result.errors)")
    }

    @Test(
        "a test that nobody knows is reported with what may have been meant",
        arguments: [
            ("SumTest", "SumTests"), ("Ordinary/Plain.SumTests/testAds", "Ordinary/Plain.SumTests/testAdds"),
            ("Plain.TextTests/testJoin", "Plain.TextTests/testJoins"),
        ]
    )
    func unknownIdentity(identity: String, suggestion: String) throws {
        let result = try Runner.run([path, identity])
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix("runner: no test is named '\(identity)'; did you mean '\(suggestion)'"),
            "\(result.errors)")
        #expect(result.outputBytes.isEmpty)
    }

    @Test("an unknown identity among known ones runs nothing", arguments: [false, true])
    func partlyUnknown(isFromFile: Bool) throws {
        let names = ["SumTests", "NoSuchTests"]
        let result =
            try isFromFile
            ? Runner.run([path, "--ids", "-"], input: names.joined(separator: "\n")) : Runner.run([path] + names)
        #expect(result.status == 2)
        #expect(result.errors.contains("'NoSuchTests'"))
        #expect(result.outputBytes.isEmpty)
    }

    @Test("nothing ran: no bundle, or no test that matches", arguments: [[], ["--list"]])
    func nothingRan(options: [String]) throws {
        let empty = try directory.makeDirectory("empty")
        #expect(try Runner.run(options + [empty]).status == 3)
        #expect(try Runner.run(options + [path, "--filter", "matches nothing"]).status == 3)
    }

    @Test("everything passed")
    func success() throws {
        let result = try Runner.run([path])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let count = FixtureModel.ordinary.cases.count
        #expect(
            result.lines.contains { $0.hasPrefix("ok: \(count) cases run in ") && $0.hasSuffix(": \(count) passed") })
    }

    @Test("a test failed")
    func failure() throws {
        #expect(try Runner.run([try FixtureModel.failing.make(in: directory)]).status == 1)
    }

    @Test("--help and --version say so and do nothing else")
    func help() throws {
        let help = try Runner.run(["--help"])
        #expect(help.status == 0)
        #expect(help.lines.allSatisfy { $0.count <= 100 })
        for word in ["--seed", "--list", "--jobs", "--forbid-focus", "Exit codes"] {
            #expect(help.output.contains(word))
        }
        let version = try Runner.run(["--version"])
        #expect(version.status == 0)
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
