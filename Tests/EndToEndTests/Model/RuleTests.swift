// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rules 1 to 6 and 10 to 13 of the semantics, as a suite's author meets them.
///
/// The model has their outcomes; here is what it cannot say.
struct RuleTests {
    private let rules = FixtureModel.rules

    @Test(
        "rule 6: what has no line carries the last known one of its own case, in any order",
        arguments: TestDepth.isWhole ? 1...6 : 1...2)
    func lastKnownLine(seed: Int) throws {
        let run = try TracedRun(rules, "FailureTests", "--seed", "\(seed)")
        func places(_ name: String) throws -> [String] {
            let entry = try #require(run.report.entries(about: "RuleSuites/RuleSuites.FailureTests/\(name)").first)
            return entry.details.filter { $0.hasPrefix("at ") }.map { $0.replacing(/^at .*\//, with: "") }
        }
        let lines = try Source.lines(of: "RuleSuites/FailureTests.swift")
        func line(after declaration: String, _ code: String) throws -> Int {
            let start = try #require(lines.firstIndex { $0.contains("func \(declaration)(") })
            return try #require(lines[start...].firstIndex { $0.contains(code) }) + 1
        }
        #expect(
            try places("testAssertionFails") == [
                "FailureTests.swift:\(line(after: "testAssertionFails", "expectEqual"))"
            ])
        #expect(
            try places("testThrowsAfterAPlace") == [
                "FailureTests.swift:\(line(after: "testThrowsAfterAPlace", "recordLocation")) (last known)"
            ])
        // A crash has a line, which the stack tells; the last known one stands beside it.
        #expect(
            try places("testCrashes") == ["FailureTests.swift:\(line(after: "testCrashes", "nothing[0]"))"])
        let crash = try #require(run.report.entries(about: "RuleSuites/RuleSuites.FailureTests/testCrashes").first)
        let known = try "FailureTests.swift:\(line(after: "testCrashes", "recordLocation"))"
        #expect(
            crash.details.contains { $0.hasPrefix("  last known line: ") && $0.hasSuffix("/" + known) }, "\(crash)")
        // It never comes from the case before.
        for (name, end) in [("testThrowsWithoutAPlace", " (last known)"), ("testCrashesWithoutAPlace", "")] {
            let entry = try #require(run.report.entries(about: "RuleSuites/RuleSuites.FailureTests/\(name)").first)
            #expect(try places(name) == ["FailureTests.swift:\(line(after: name, "func \(name)"))\(end)"])
            #expect(!entry.details.contains { $0.contains("last known line: ") }, "\(entry)")
        }
    }

    @Test("rule 10: suffixes decide, nearest first; --platform makes one current, --known-platform declares another")
    func platforms() throws {
        func skipped(_ arguments: String...) throws -> Set<String> {
            let path = try rules.make(in: directory)
            let report = try Runner.report(["--jobs", "1", "--skip", "testCrashes", path] + arguments).report
            let entries = report.outcomes.filter {
                $0.kind == .skipped
                    && ($0.reason.hasPrefix(FixtureModel.platformReason) || $0.reason == FixtureModel.refusalReason)
            }
            return Set(entries.map(\.identity))
        }
        let unsupported = rules.identities { !$0.isPlanned }
        #expect(try skipped() == unsupported)
        #expect(
            try skipped("--known-platform", "Watch")
                == unsupported.union(["RuleSuites/RuleSuites.SuffixTests/testOnWatch_Watch"]))
        let mac = unsupported.filter { !$0.contains("_macOS") && !$0.contains("InheritsSuffix") }
        #expect(try skipped("--platform", "macOS") == mac)
    }

    @Test("rule 11: a class none of whose cases can run here is skipped, and not set up")
    func nothingHere() throws {
        let run = try TracedRun(rules, "NothingHere")
        #expect(run.report.outcomes.map(\.kind) == [.skipped, .skipped])
        #expect(run.trace.isEmpty)
        let current = try TracedRun(rules, "NothingHere", "--platform", "iPhone")
        #expect(current.trace == ["set up for nothing"])
        #expect(Set(current.report.outcomes.map(\.kind)) == [.skipped, .passed])
    }

    @Test("rule 25: a skip in a class's set-up skips its cases, with its reason", arguments: ["worker", "case"])
    func skippedClass(isolation: String) throws {
        let path = try CFixture.compile("skipped.c", to: "Skipped.so", in: directory)
        let result = try Runner.run(["-v", "--isolation", isolation, path]).exiting(0)
        for name in ["testFirst", "testSecond"] {
            #expect(result.lines.contains("skipped Skipped/Skipped.DatabaseTests/\(name): no database here"))
            #expect(result.lines.contains("skipped Skipped/Skipped.SilentTests/\(name): no reason given"))
        }
        #expect(!result.output.contains("not run"))
    }

    @Test("rule 25: a test that skips itself in the runner's own words has run, also in a merged report")
    func skippedInOthersWords() throws {
        let path = try CFixture.compile(
            "skipped.c", to: "Skipped.so", in: directory, define: ["REASON": "\"its platform is not current\""])
        let events = directory.file("events")
        let result = try Runner.run(["--events", events, path]).exiting(0)
        #expect(result.output.contains("4 cases run"))
        let kinds = try String(contentsOfFile: events, encoding: .utf8).matches(of: /"reasonKind":"([a-z]+)"/).map(\.1)
        #expect(!kinds.isEmpty && Set(kinds) == ["test"])
        #expect(try Runner.run(["merge", events]).output.contains("4 cases run"))
    }

    @Test("rule 12: groups are kept by several workers at once")
    func groupsAreBarriers() throws {
        let path = try rules.make(in: directory)
        let file = directory.file("trace")
        _ = try Runner.run(["--jobs", "4", "--skip", "testCrashes", path], environment: ["FIXTURE_TRACE": file])
        let trace = Subprocess.Result.lines(of: try String(contentsOfFile: file, encoding: .utf8))
        #expect(trace.first == "group of EarlyTests")
        #expect(trace.last == "group of LateTests")
        #expect(trace.suffix(3).first == "root's set-up of FromSharedRoot")
    }

    @Test("rule 13: the seed is first and last, and a fixed one is said to be")
    func seedIsTold() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        let fixed = try Runner.run(["--seed", "77", path]).lines
        #expect(fixed.first?.hasSuffix(", seed 77") == true)
        #expect(fixed.suffix(2) == ["seed 77 (fixed by --seed)", "repeat: runner --seed 77 \(path)"])
        let free = try (1...2).map { _ in try Runner.run([path]).lines }
        let seeds = try free.map { lines in
            let seed = try #require(lines.first?.firstMatch(of: /, seed (\d+)$/)).1
            #expect(lines.suffix(2) == ["seed \(seed)", "repeat: runner --seed \(seed) \(path)"])
            return seed
        }
        #expect(seeds[0] != seeds[1])
    }

    @Test("rule 13: the command that the report gives repeats the run, in a shell")
    func repeatCommand() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        try FileManager.default.moveItem(atPath: path, toPath: directory.file("it's a $bundle.so"))
        let arguments = ["-v", "--jobs", "1", "--skip", "re:Clock.*", "--filter=glob:*Plain*"]
        let first = try Runner.run(arguments + [directory.path])
        let command = try #require(first.lines.last?.firstMatch(of: /^repeat: runner (.*)$/)).1
        let second = try Subprocess("/bin/sh", ["-c", "'\(Runner.path)' \(command)"]).wait().exiting(0)
        #expect(!Report(first.output).order.isEmpty)
        #expect(Report(second.output).order == Report(first.output).order)
    }

    /// A directory for the bundles of this test.
    private let directory = TemporaryDirectory()
}

/// The sources of the fixtures.
enum Source {
    /// A file's lines.
    static func lines(of name: String) throws -> [String] {
        Subprocess.Result.lines(
            of: try String(contentsOfFile: CFixture.root + "/Tests/Fixtures/" + name, encoding: .utf8))
    }
}
