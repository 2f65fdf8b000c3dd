// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rules 14 to 18: data-driven cases, through real bundles and the real runner.
struct ExampleTests {
    /// The verbose report of a run.
    private func report(
        _ bundle: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws -> (report: Report, status: Int32, text: String) {
        // Nothing hangs, unless a test says so: too long a limit for a busy machine to reach.
        let limit = arguments.contains("--load-timeout") ? [] : ["--load-timeout", "120"]
        let all = ["--seed", "7", "-v", "--color", "never"] + limit + arguments + [bundle]
        let result = try Runner.run(all, environment: environment)
        return (Report(result.output), result.status, result.output + result.errors)
    }

    /// Returns the report of a case of a class in `ExampleSuites` or `BrokenExampleSuites`.
    private func entry(_ report: Report, _ name: String) throws -> Report.Entry {
        let found = report.entries.filter { $0.kind.isOutcome && $0.identity.hasSuffix(".\(name)") }
        #expect(found.count == 1, "\(name): \(found)")
        return try #require(found.first)
    }

    // MARK: Rules 14 to 17

    @Test("rules 14 to 16: every example is a case of its own, whatever it was read from, and beside plain cases")
    func all() throws {
        let (report, status, text) = try report(SwiftFixtures.bundle("ExampleSuites"))
        #expect(status == 1)
        let passed = Set(
            report.entries.filter { $0.kind == .passed }.map { $0.identity.drop { $0 != "." }.dropFirst() })
        let expected: [Substring] = [
            "InlineTests/testPlain", "InlineTests/outlineTestParses[one]", "InlineTests/outlineTestParses[two]",
            "InlineTests/parameterisedTestSuites[top]", "InlineTests/parameterisedTestSuites[suite/inner/a]",
            "WholeClassTests/outlineTestLength[red]", "WholeClassTests/parameterisedTestLengthAsDouble[green]",
            "HeirTests/outlineTestLength[green]", "AsyncHeirTests/outlineTestLength[blue]",
            "AsyncSourceBase/outlineTestAwaits[of outlineTestAwaits]", "SyncAgainTests/outlineTestOwn[own]",
            "SyncAgainTests/outlineTestAwaits[own]", "PropertyListTests/outlineTestIsEven[two]",
            "PropertyListTests/outlineTestIsEven[odd/one]", "PropertyListTests/outlineTestIsEven[large/even/thousand]",
            "DirectoryTests/outlineTestCounts[first]", "DirectoryTests/outlineTestCounts[listed]",
            "DirectoryTests/outlineTestCounts[deep/second page]", "InheritedDataTests/outlineTestInherited[good]",
            "DataHeirTests/outlineTestInherited[good]", "PeopleTests/outlineTestDecodes[Ada]",
            "PeopleTests/outlineTestDecodes[Alan]",
        ]
        for name in expected { #expect(passed.contains(name), "\(name) in:\n\(text)") }
        #expect(report.entries.filter { $0.kind == .passed }.count == 51)
        #expect(
            try entry(report, "InlineTests/outlineTestParses[wrong]").text.contains(
                "expected Optional(4), got Optional(3)"))
        let wrongType = try entry(report, "PeopleTests/outlineTestWrongType[Ada]").text
        #expect(
            wrongType.contains(
                "people.json, [0]: the example 'Ada' has the number 36 as 'age', not a value of type String"))
        let noKey = try entry(report, "PeopleTests/outlineTestNoSuchKey[Alan]").text
        #expect(noKey.contains("has no value 'height'; it has 'age', 'home', 'name', 'scores'"))
    }

    @Test("rule 14: an example in which the process ends shows its numbers and texts; no other case has them")
    func processEnds() throws {
        let (report, status, text) = try report(
            SwiftFixtures.bundle("ProcessSuites"), ["EndingExampleTests", "-j", "1", "--shuffle", "off"])
        #expect(status == 1)
        #expect(report.outcomes.map(\.kind).filter { $0 == .passed }.count == 2, "\(text)")
        let ended = try entry(report, "EndingExampleTests/outlineTestCounts[ends]")
        #expect(ended.kind == .crashed)
        #expect(ended.details.contains(#"log: example: count: 9, text: "x: y""#), "\(text)")
        #expect(report.outcomes.filter { $0.text.contains("example: ") }.count == 1)
    }

    @Test("rule 20: an outline named …Async runs each example on its own thread, …Asyncmain on the main queue")
    func waiting() throws {
        let (report, status, text) = try report(SwiftFixtures.bundle("ExampleSuites"), ["WaitingExampleTests"])
        #expect(status == 1)
        for name in ["CountsAsync[one]", "CountsAsync[two]", "CountsAsyncmain[one]", "CountsAsyncmain[two]"] {
            #expect(try entry(report, "WaitingExampleTests/outlineTest\(name)").kind == .passed, "\(text)")
        }
        #expect(try entry(report, "WaitingExampleTests/outlineTestStopsAsync[one]").kind == .passed)
        let stuck = try entry(report, "WaitingExampleTests/outlineTestStopsAsync[two]")
        #expect(stuck.kind == .failed)
        #expect(
            stuck.text.contains(
                "outlineTestStopsAsync took longer than its limit of 0.1 s: finish() was not called"))
    }

    @Test(
        "rule 17: one example from the command line, also a nested one, whatever characters are in its name",
        arguments: TestDepth.some(
            4,
            of: [
                "plain", "two words", "a/b", "[x]", "]", "[", "a]b[c", "\u{301}combines", "é", "e\u{301}",
                "tab\tnew\nline",
                "-dash", "*?", "👩‍👩‍👧", "\"quoted\"", "focus_x",
            ])
    )
    func single(name: String) throws {
        let json = ["--list", "--format", "json", "--seed", "7"]
        let identity = "InlineTests/outlineTestNames[\(name)]"
        let bundle = try SwiftFixtures.bundle("ExampleSuites")
        let root = try Runner.run(json + [bundle, identity]).exiting(0).json()
        let cases = try #require(root["cases"] as? [[String: Any]])
        #expect(cases.count == 1)
        // Invisible characters are escaped.
        let shown = name.replacingOccurrences(of: "\t", with: #"\u{9}"#).replacingOccurrences(of: "\n", with: #"\u{A}"#)
        // By bytes: two of the names only look alike.
        #expect((cases.first?["example"] as? String).map { Array($0.utf8) } == Array(shown.utf8))
        let ran = try Runner.run(["--seed", "7", "-v", bundle, identity]).exiting(0)
        #expect(Report(ran.output).outcomes.map(\.kind) == [.passed])
    }

    @Test("rule 15: a data file beside the library, wherever that was put")
    func beside() throws {
        let directory = TemporaryDirectory()
        let library = directory.file("libMoved.so")
        try FileManager.default.copyItem(atPath: SwiftFixtures.bundle("BrokenExampleSuites"), toPath: library)
        try directory.write(Array(#"[{"name": "here"}]"#.utf8), to: "BesideTests.json")
        // Every other class of that bundle has a source that is broken; --list reads them all.
        let (report, status, text) = try report(library, ["BesideTests"])
        #expect(status == 0, "\(text)")
        #expect(report.order == ["Moved/BrokenExampleSuites.BesideTests/outlineTestBeside[here]"])
    }

    @Test("rule 15: a bundle without data files does not load Foundation")
    func noFoundation() throws {
        func libraries(_ bundle: String) throws -> [String] {
            let result = try Subprocess("/usr/bin/env", ["readelf", "-d", SwiftFixtures.bundle(bundle)]).wait()
            return result.lines.filter { $0.contains("(NEEDED)") && $0.contains("Foundation") }
        }
        #expect(try libraries("RuleSuites").isEmpty)
        #expect(try !libraries("ExampleSuites").isEmpty)
    }

    // MARK: Rule 18

    /// Each thing that a source of examples can do wrong: how its case ends, what is said, and where.
    static let broken: [(name: String, kind: Report.Kind, says: String, line: String?)] = [
        (
            "outlineTestEmpty", .failed, "no examples: the source of examples gave an empty list",
            "func outlineTestEmpty()"
        ),
        ("outlineTestThrows", .failed, "no examples: their source threw SourceError()", "func outlineTestThrows()"),
        ("outlineTestThrowsLater", .failed, "no examples: their source threw SourceError()", "recordLocation()"),
        ("outlineTestFails", .failed, "no examples: expected 2, got 1", "expectEqual(1, 2)"),
        ("outlineTestRequires", .failed, "no examples: expected 2, got 1", "try requireEqual(1, 2)"),
        ("outlineTestSkips", .skipped, "no data today", nil),
        ("outlineTestTwice", .failed, "two examples are named 'a'", "case \"outlineTestTwice\""),
        ("outlineTestNameless", .failed, "example 0 has no name", "case \"outlineTestNameless\""),
        (
            "outlineTestZero", .failed, "the name of example 0 has the character U+0000 in it",
            "case \"outlineTestZero\""
        ),
        (
            "outlineTestMissing", .failed, "the resource 'nowhere.json' was not found; looked in ",
            "func outlineTestMissing()"
        ),
        (
            "outlineTestNoSource", .failed, "there is no BrokenTests.plist or BrokenTests.testsuite",
            "func outlineTestNoSource()"
        ),
        (
            "outlineTestCrashes", .crashed, "its examples could not be read: the process was ended by SIG",
            #"fatalError("no such table")"#
        ),
        ("outlineTestExits", .crashed, "its examples could not be read: their source ended the process", nil),
    ]

    @Test("rule 18: whatever a source of examples does, even crash, is its own case's failure, with a place")
    func broken() throws {
        let (report, status, text) = try report(SwiftFixtures.bundle("BrokenExampleSuites"))
        #expect(status == 1)
        #expect(report.faults.isEmpty)
        for (name, kind, says, line) in Self.broken {
            let entry = try entry(report, "BrokenTests/\(name)")
            #expect(entry.kind == kind, "\(entry)")
            #expect(entry.text.contains(says), "\(entry)")
            if let line { #expect(entry.details.contains { $0.contains("> ") && $0.contains(line) }, "\(entry)") }
        }
        #expect(try entry(report, "BrokenTests/testPlain").kind == .passed)
        #expect(try entry(report, "BrokenTests/outlineTestByPath[none]").kind == .passed)
        #expect(try entry(report, "BrokenTests/testAsksForAnExample").text.contains("the case has no example"))
        #expect(try entry(report, "BrokenTests/outlineTestCrashes").text.contains("no such table"))
        // A class that has nothing to run is not set up.
        #expect(try entry(report, "OnlyBrokenTests/outlineTestNever").kind == .crashed)
        // The excerpt of the source shows the text, too: what counts is whether a failure says it.
        #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("set up in vain") })
        #expect(!report.entries.contains { $0.kind == .abnormal && $0.identity.hasSuffix("OnlyBrokenTests") })
    }

    @Test("rule 18: a source of examples that hangs is its own case's failure, and --list says so")
    func hangs() throws {
        let limit = try HangLimit()
        let bundle = try SwiftFixtures.bundle("HangingExampleSuites")
        let (report, status, text) = try report(bundle, ["--load-timeout", limit.option])
        #expect(status == 1, "\(text)")
        let says = "its examples could not be read: it took longer than \(limit.text())"
        let hanging = try entry(report, "HangingTests/outlineTestHangs")
        #expect(hanging.kind == .timedOut && hanging.text.contains(says), "\(hanging)")
        #expect(try entry(report, "HangingTests/testPlain").kind == .passed)
        #expect(report.faults.isEmpty)
        let list = try Runner.run(["--list", "--load-timeout", limit.option, bundle]).exiting(0)
        #expect(list.lines.contains("HangingExampleSuites/HangingExampleSuites.HangingTests/outlineTestHangs"))
        #expect(list.errors.contains("HangingTests/outlineTestHangs: \(says)"), "\(list.errors)")
    }

    @Test("rule 18: JSON of a list has each case whose examples cannot be read, and says why", .long)
    func listsFaults() throws {
        let bundle = try SwiftFixtures.bundle("BrokenExampleSuites")
        let cases =
            try Runner.run(["--list", "--format", "json", bundle]).exiting(0).json()["cases"] as? [[String: Any]]
        let faults = cases?.compactMap { $0["fault"] as? String } ?? []
        #expect(faults.count == 3 && faults.contains { $0.contains("their source ended the process") }, "\(faults)")
    }

    @Test("rule 18: the report shows the place in the data file")
    func placeInData() throws {
        let directory = TemporaryDirectory()
        let path = try directory.write(
            Array("[\n    {\"name\": \"a\"},\n    {\"name\": oops}\n]\n".utf8), to: "numbers.json")
        let (report, status, _) = try report(
            SwiftFixtures.bundle("BrokenExampleSuites"),
            ["BrokenTests/outlineTestByPath"],
            environment: ["FIXTURE_DATA": path]
        )
        #expect(status == 1)
        let entry = try entry(report, "BrokenTests/outlineTestByPath")
        #expect(
            entry.details.first == "no examples: numbers.json:3:14: not JSON: Invalid value around character 34.",
            "\(entry)")
        #expect(entry.details.contains("at \(path):3"), "\(entry)")
        #expect(entry.details.contains { $0.contains("> 3 |     {\"name\": oops}") }, "\(entry)")
    }
}
