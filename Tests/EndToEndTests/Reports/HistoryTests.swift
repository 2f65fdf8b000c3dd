// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What tests have been: the history over runs.
struct HistoryTests {
    /// A directory for the test.
    private let directory = TemporaryDirectory()
    /// A bundle whose outcome the seed decides.
    private let bundle: String

    init() throws {
        bundle = try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
    }

    /// A run by a seed, with the record in the directory.
    @discardableResult
    private func run(seed: Int, _ options: String...) throws -> Subprocess.Result {
        try Runner.run(options + ["--state", directory.path + "/state", "--seed", "\(seed)", bundle])
    }

    /// `runner history`.
    private func history(_ words: String...) throws -> Subprocess.Result {
        try Runner.run(["history", "--state", directory.path + "/state"] + words)
    }

    @Test("tests of a file are shown, and testkit.json says where the history is")
    func idsAndConfiguration() throws {
        for seed in 1...2 { try run(seed: seed) }
        let file = try directory.write("Ordered/Ordered.StepTests/testPrepares\n", to: "ids")
        let listed = try history("--ids", file)
        #expect(listed.status == 0 && listed.output.contains("testPrepares"), "\(listed.output)\(listed.errors)")
        #expect(!listed.output.contains("testNeeds"))

        let elsewhere = TemporaryDirectory()
        try elsewhere.write(#"{"options": {"state": "\#(directory.path)/state", "jobs": 1}}"#, to: "testkit.json")
        let configured = try Runner.run(["history"], in: elsewhere.path)
        #expect(configured.status == 0 && configured.output.hasPrefix("history of 2 runs"), "\(configured.errors)")
        // The command line is stronger.
        try Runner.run(["history", "--state", elsewhere.path + "/none"], in: elsewhere.path).exiting(3)
    }

    @Test("a test that fails and passes with the same build is flaky, with the seeds that failed, and can be repeated")
    func flaky() throws {
        let failing = try (1...12).filter { try CFixture.orderedFails(bundle, seed: $0) }
        try #require(!failing.isEmpty && failing.count < 12)
        for seed in 1...12 { try run(seed: seed) }
        let result = try history().exiting(0)
        #expect(result.lines.contains("flaky: failed and passed with the same code:"), "\(result.output)")
        #expect(result.lines.contains("  Ordered/Ordered.StepTests/testNeeds"))
        #expect(result.output.contains("failed in \(failing.count) of 12 runs"), "\(result.output)")
        let named = failing.reversed().prefix(5).map(String.init).joined(separator: ", ")
        #expect(result.output.contains((failing.count == 1 ? "seed " : "seeds ") + named), "\(result.output)")
        #expect(!result.output.contains("testPrepares"))

        let test = try history("testNeeds")
        #expect(test.lines.filter { $0.contains("  seed ") }.count == 12)
        #expect(try history("--history", "3", "testNeeds").lines.filter { $0.contains("  seed ") }.count == 3)
        let last = try #require(failing.last)
        let command = try #require(test.lines.first { $0.hasPrefix("  repeat: runner ") })
        #expect(command.contains("--seed \(last) ") && command.hasSuffix(bundle), "\(command)")
        #expect(test.lines.contains { $0.hasPrefix("  last failure, ") }, "\(test.output)")
        // Filters narrow it, and JSON says the same.
        #expect(try history("--skip", "testNeeds").output.contains("nothing deserves a look"))
        let object = try history("--format", "json", "--filter", "glob:*testNeeds").json()
        #expect(object["runs"] as? Int == 12 && object["tests"] as? Int == 1)
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["flaky"])
        #expect(findings.first?["identity"] as? String == "Ordered/Ordered.StepTests/testNeeds")
        #expect(findings.first?["of"] as? Int == 12)

        let again = try run(seed: last).exiting(1)
        let words = "is known to be flaky: failed in \(failing.count) of the last 12 runs"
        let known = "  Ordered/Ordered.StepTests/testNeeds \(words)"
        #expect(again.lines.contains("in earlier runs:") && again.output.contains(known), "\(again.output)")
    }

    @Test("tags and the filters of testkit.json narrow it, and --list names the tests for --ids")
    func narrowed() throws {
        let bundle = try SwiftFixtures.bundle("TraitSuites")
        try Runner.run(["--state", directory.path + "/state", "--seed", "1", "--filter", "Uploads", bundle])
        let names = ["NetworkTests", "ProxyTests"].map { "TraitSuites/TraitSuites.\($0)/testUploads" }
        #expect(try history("--list", "--tag", "slow").lines == names)
        #expect(try history("--list", "--tag", "slow", "--skip-tag", "'needs proxy'").lines == [names[0]])
        #expect(try history("--list", "--filter", "tag:needs proxy").lines == [names[1]])
        let none = try history("--tag", "slwo")
        #expect(none.output.contains(", of 0 tests") && none.errors.contains("did you mean 'slow'?"), "\(none.errors)")
        let ids = try directory.write(history("--list", "--tag", "slow").output, to: "ids")
        let again = try Runner.run(["--list", "--no-state", "--ids", ids, bundle])
        #expect(again.lines.sorted() == names, "\(again.output)\(again.errors)")

        let elsewhere = TemporaryDirectory()
        let text = #"{"options": {"state": "\#(directory.path)/state", "filter": "Proxy"}}"#
        try elsewhere.write(text, to: "testkit.json")
        #expect(try Runner.run(["history", "--list"], in: elsewhere.path).lines == [names[1]])
        // As in a run, the command line's list takes the place of the file's.
        #expect(try Runner.run(["history", "--list", "--filter", "Network"], in: elsewhere.path).lines == [names[0]])
    }

    @Test("a set-up that fails is listed as itself, and can be asked for")
    func setUp() throws {
        let bundle = try SwiftFixtures.bundle("HookSuites")
        let (owner, state) = ("HookSuites/HookSuites.ClassSetUpThrows", directory.path + "/state")
        for seed in 1...2 {
            let options = ["--state", state, "--seed", "\(seed)", "--filter", "ClassSetUpThrows"]
            let run = try Runner.run(options + [bundle])
            let isKnown = run.output.contains("the set-up or tear-down of \(owner) fails since ")
            #expect(isKnown == (seed == 2), "\(run.output)")
        }
        let result = try history()
        #expect(result.lines.contains("  the set-up or tear-down of \(owner)"), "\(result.output)")
        #expect(result.lines.first?.hasSuffix(", of 1 test") == true, "\(result.output)")
        let test = try history("ClassSetUpThrows")
        let failure = test.lines.first { $0.hasPrefix("  last failure, ") } ?? test.output
        #expect(failure.contains("unexpected error: ") && failure.hasSuffix("(in the class's set-up)"), "\(failure)")
        #expect(try history("--list").lines == ["\(owner)/testNever"])
    }

    @Test("without a history, or for an unknown test, says so")
    func nothing() throws {
        let none = try history()
        #expect(none.status == 3 && none.errors.contains("there is no history in"), "\(none.errors)")
        try run(seed: 1, "--history", "0")
        // Nor does a run in one process with the runner, as in a debugger.
        try run(seed: 1, "--isolation", "none")
        #expect(try history().status == 3)
        try run(seed: 1)
        let unmatched = try history("--filter", "testNeeds or case:Nedes")
        #expect(unmatched.errors.hasSuffix("no test of the history matches the filter 'case:Nedes'\n"))
        let narrowed = try history("testNeeds", "--filter", "testPrepares")
        #expect(narrowed.status == 2 && narrowed.errors.contains("'testNeeds' that the filters and tags select"))
        let unknown = try history("testNeds")
        #expect(unknown.status == 2 && unknown.errors.contains("Ordered.StepTests/testNeeds'"), "\(unknown.errors)")
    }
}
