// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rules 1 to 6 and 10 to 13 of the semantics, as a suite's author meets them.
///
/// The model has their outcomes; here is what it cannot say.
struct RuleTests {
    private let rules = FixtureModel.rules

    @Test("rule 1: cases are methods by their name, inherited and overridden; everything else is not")
    func cases() throws {
        let run = try TracedRun(rules, "InheritingTests", "SharedBase", "EffectTests")
        let expected = rules.identities { item in
            ["EffectTests/", "InheritingTests/", "SharedBase/"].contains { item.name.contains($0) }
        }
        #expect(Set(run.report.order) == expected)
        #expect(run.report.outcomes.allSatisfy { $0.kind == .passed })
        #expect(
            run.trace.sorted() == [
                "base of SharedBase", "inherited by InheritingTests", "inherited by SharedBase", "override", "own",
            ]
        )
        #expect(run.result.status == 0)
    }

    @Test("rule 2: an abstract class never runs itself; its hooks and run group reach its subclasses")
    func abstractClasses() throws {
        let run = try TracedRun(rules, "--seed", "1")
        #expect(
            !run.report.order.contains {
                $0.contains("/RuleSuites.DeclaredAbstract/") || $0.contains("/SharedSuites.SharedRoot/")
            })
        #expect(run.trace.contains("base's case of FromDeclaredAbstract"))
        let place = try #require(run.trace.firstIndex(of: "root's set-up of FromSharedRoot"))
        #expect(run.trace[place + 1] == "case under root")
        // Naming an abstract class means what inherits from it.
        #expect(
            try TracedRun(rules, "DeclaredAbstract").report.order == [
                "RuleSuites/RuleSuites.FromDeclaredAbstract/testOfTheBase"
            ])
    }

    @Test("rule 3: suites' code and the command line find the same classes by the same names")
    func lookups() throws {
        let run = try TracedRun(rules, "RegistryTests")
        #expect(run.report.outcomes.map(\.kind) == [.passed], "\(run.result.output)")
        let plain = try TracedRun(FixtureModel.focus, "--seed", "1", "ClassTests")
        let prefixed = try TracedRun(FixtureModel.focus, "--seed", "1", "Focus_ClassTests")
        #expect(plain.report.order == prefixed.report.order)
        #expect(
            Set(plain.report.order) == FixtureModel.focus.identities { $0.name.hasPrefix("FocusSuites.ClassTests/") })
    }

    @Test("rule 4: one instance, and the hooks in their order, also where they fail")
    func callOrder() throws {
        let run = try TracedRun(FixtureModel.hooks)
        func calls(_ name: String) -> [String] {
            run.trace.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
        }
        func life(_ inner: [String]) -> [String] {
            ["setUpClass", "setUpTest"] + inner + ["tearDownTest", "tearDownClass"]
        }
        #expect(calls("SetUpThrows") == life([]))
        #expect(calls("SetUpFails") == life([]))
        #expect(calls("ClassSetUpThrows") == ["setUpClass", "tearDownClass"])
        #expect(calls("TearDownThrows") == life(["setUp testPasses", "body", "tearDown testPasses"]))
        #expect(calls("ClassTearDownThrows") == life(["setUp testPasses", "body", "tearDown testPasses"]))
        #expect(calls("CaseTearDownThrows") == life(["setUp testPassesFirst", "body", "tearDown testPassesFirst"]))
        #expect(calls("SeveralFail") == life(["setUp testFails", "tearDown testFails"]))
        #expect(calls("WaitingHooks") == life(["setUp testBetween", "body", "tearDown testBetween"]))

        let unlucky = ["setUp testUnlucky", "tearDown testUnlucky"]
        let lucky = ["setUp testLucky", "body testLucky", "tearDown testLucky"]
        #expect([life(unlucky + lucky), life(lucky + unlucky)].contains(calls("CaseSetUpThrows")))
        let (throwing, other) = (["testThrows", "testOther"].map { ["setUp \($0)", "body \($0)", "tearDown \($0)"] })
            .pair
        #expect([life(throwing + other), life(other + throwing)].contains(calls("BodyThrows")))

        let bodies = calls("CalmTests").filter { $0.hasPrefix("body ") }
        #expect(bodies.count == 2)
        #expect(Set(bodies.compactMap { $0.split(separator: " ").last }).count == 1, "two instances: \(bodies)")
    }

    @Test("rule 4: of several failures in a case all are reported, and the first decides")
    func severalFailures() throws {
        let run = try TracedRun(FixtureModel.hooks, "SeveralFail")
        let entry = try #require(run.report.outcomes.first)
        #expect(entry.details.contains("expected 2, got 1"))
        #expect(entry.details.contains("unexpected error: HookError() (HookError) (in the case's tear-down)"))
        #expect(run.result.lines.contains { $0.hasPrefix("FAILED: ") && $0.contains(": 1 failed, ") })
    }

    @Test("rule 4: hooks get the name without focus_")
    func hooksGetPlainNames() throws {
        let run = try TracedRun(FixtureModel.focus, "ExplicitTests")
        #expect(run.trace == ["set-up of testChosen", "chosen"])
    }

    @Test(
        "rule 5: a failed assertion is expected; an error or a crash is not",
        arguments: FixtureModel.rules.cases.filter(\.isFailure).map(\.name))
    func expectedFailures(name: String) throws {
        let item = try #require(rules.cases.first { $0.name == name })
        let run = try TracedRun(rules, "RuleSuites/" + name)
        let line = try #require(run.result.lines.last { $0.hasPrefix("FAILED: ") })
        #expect(line.hasPrefix("FAILED: 1 case run in "))
        let words: [Report.Kind: String] = [.crashed: "1 crashed", .timedOut: "1 timed out"]
        let failed = item.isUnexpected ? "1 failed (1 threw an error)" : "1 failed"
        #expect(line.contains(": \(words[item.outcome] ?? failed), "), "\(line)")
    }

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

    @Test(
        "rule 10: suffixes decide, nearest first; --platform makes one current, --known-platform declares one that is not"
    )
    func platforms() throws {
        func skipped(_ arguments: String...) throws -> Set<String> {
            let result = try Runner.run(["-v", "--jobs", "1", try rules.make(in: TemporaryDirectory())] + arguments)
            let entries = Report(result.output).outcomes.filter {
                $0.kind == .skipped
                    && ($0.reason.hasPrefix(FixtureModel.platformReason) || $0.reason == FixtureModel.refusalReason)
            }
            return Set(entries.map(\.identity))
        }
        let unsupported = rules.identities { !$0.isPlanned }
        #expect(try skipped() == unsupported)
        #expect(try skipped("--platform", "iPad") == unsupported.filter { !$0.hasSuffix("_iPad") })
        #expect(try skipped("--platform", "_iPad") == unsupported.filter { !$0.hasSuffix("_iPad") })
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
        let result = try Runner.run(["-v", "--isolation", isolation, path])
        #expect(result.status == 0)
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
        let result = try Runner.run(["--events", events, path])
        #expect(result.status == 0)
        #expect(result.output.contains("4 cases run"))
        let kinds = try String(contentsOfFile: events, encoding: .utf8).matches(of: /"reasonKind":"([a-z]+)"/).map(\.1)
        #expect(!kinds.isEmpty && Set(kinds) == ["test"])
        #expect(try Runner.run(["merge", events]).output.contains("4 cases run"))
    }

    @Test(
        "rule 12: run groups ascend whatever the seed, and the rest is shuffled",
        arguments: [FixtureModel.rules, FixtureModel.ordinary])
    func groups(bundle: FixtureBundle) throws {
        let path = try bundle.make(in: directory)
        var orders: Set<[String]> = []
        for seed in 1...5 {
            let order = try Runner.listed(["--seed", "\(seed)", path])
            let groups = try order.map { identity in
                try #require(bundle.cases.first { "\(bundle.name)/\($0.name)" == identity }).runGroup
            }
            #expect(groups == groups.sorted())
            #expect(Set(groups).count > 2)
            orders.insert(order)
        }
        #expect(orders.count == 5)
    }

    @Test("rule 12: groups are kept by several workers at once")
    func groupsAreBarriers() throws {
        let path = try rules.make(in: directory)
        let file = directory.file("trace")
        _ = try Runner.run(["--jobs", "4", path], environment: ["FIXTURE_TRACE": file])
        let trace = Subprocess.Result.lines(of: try String(contentsOfFile: file, encoding: .utf8))
        #expect(trace.first == "group of EarlyTests")
        #expect(trace.last == "group of LateTests")
        #expect(trace.suffix(3).first == "root's set-up of FromSharedRoot")
    }

    @Test("rule 12: the examples of a case are shuffled as well, and stay together")
    func examples() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        let orders = try (1...12).map { seed in
            try Runner.listed(["--seed", "\(seed)", path, "TextTests"])
        }
        for order in orders {
            let places = order.indices.filter { order[$0].contains("outlineTestReads[") }
            #expect(places.count == 4 && places[3] - places[0] == 3)
        }
        #expect(Set(orders.map { $0.filter { $0.contains("[") } }).count > 4)
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
        let second = try Subprocess("/bin/sh", ["-c", "'\(Runner.path)' \(command)"]).wait()
        #expect(!Report(first.output).order.isEmpty)
        #expect(Report(second.output).order == Report(first.output).order)
        #expect(second.status == 0)
    }

    @Test("rule 13: over many seeds every order of three turns up")
    func permutations() throws {
        let path = try FixtureModel.deadly[0].make(in: directory)
        var orders: Set<[String]> = []
        for seed in 1...80 where orders.count < 6 {
            orders.insert(try Runner.listed(["--seed", "\(seed)", path, "VictimTests"]))
        }
        #expect(orders.count == 6)
    }

    /// A directory for the bundles of this test.
    private let directory: TemporaryDirectory

    /// Makes it.
    init() throws { directory = try TemporaryDirectory() }
}

/// The sources of the fixtures.
enum Source {
    /// A file's lines.
    static func lines(of name: String) throws -> [String] {
        Subprocess.Result.lines(
            of: try String(contentsOfFile: CFixture.root + "/Tests/Fixtures/" + name, encoding: .utf8))
    }
}

extension Array {
    /// The first two elements.
    fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
