// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A package of XCTest and Swift Testing, run as it is.
///
/// Rules 17 and 53.
@Suite(.long) struct AdaptedTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// The identity of a case.
    private func identity(_ name: String) -> String { "OtherFrameworksPackageTests/" + name }

    @Test(
        "each case and argument ends as the frameworks say, whatever shares a process",
        arguments: ["worker", "class", "case"])
    func outcomes(isolation: String) throws {
        // Most of what fails here would fail once more.
        let words = ["--isolation", isolation, "--diagnose=off"]
        let result = try OtherFrameworks.run(
            words + [OtherFrameworks.shop.products()], environment: ["TMPDIR": directory.path])
        // Also of workers that died.
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!left.contains { $0.hasPrefix("testkit") }, "\(left)")
        let report = Report(result.output)
        FixtureModel.shop.expectMatch(report)
        #expect(report.faults.isEmpty)
        #expect(result.status == 1)
    }

    @Test("in the event stream, what ends the process that lists has the name that other tools give to a function")
    func namesOfWhatEndsTheListing() throws {
        let events = directory.file("events")
        let words = ["RuinTests/trait", "ShopSwiftTests/ruined", "--events", events, "--diagnose=off"]
        _ = try OtherFrameworks.run(words + [OtherFrameworks.shop.products()])
        let text = try String(contentsOfFile: events, encoding: .utf8)
        let tests = text.split(separator: "\n").filter { $0.contains(#""kind":"function""#) }
        let names = tests.compactMap { $0.firstMatch(of: /"id":"([^"]*)"/).map { String($0.1) } }
        #expect(names.sorted() == ["ShopSwiftTests.RuinTests/trait()", "ShopSwiftTests.ruined()"])
    }

    @Test(
        "selection by identity, argument and tag",
        arguments: [
            (["ShopTests.OutcomeTests/testPasses"], ["ShopTests.OutcomeTests/testPasses"]),
            (
                ["OtherFrameworksPackageTests/ShopSwiftTests.ArgumentTests/fruit(name:)[\"a/b\"]"],
                ["ShopSwiftTests.ArgumentTests/fruit(name:)[\"a/b\"]"]
            ),
            (["--tag", "slow"], ["ShopSwiftTests.PriceTests/tagged"]),
            (["--tag", "heavy", "--filter", "inherits"], ["ShopSwiftTests.HeavyTests/inherits"]),
        ])
    func selection(words: [String], names: [String]) throws {
        let result = try OtherFrameworks.run([OtherFrameworks.shop.executable()] + words).exiting(0)
        #expect(Report(result.output).order == names.map(identity))
    }

    @Test("rule 59: shards of tests with arguments are parts of one plan", arguments: ["class", "case"])
    func shards(by unit: String) throws {
        let files = try (1...2).map { shard in
            let file = directory.file("shard\(shard).jsonl")
            let words = ["--filter", "ArgumentTests/pairs or PriceTests/tagged", "--shard-by", unit, "--events", file]
            try OtherFrameworks.run(words + ["--shard", "\(shard)/2", OtherFrameworks.shop.products()]).exiting(0)
            return file
        }
        try Runner.run(["merge"] + files).exiting(0)
    }

    @Test(
        "a case that fails beside another and passes without it is named, unlike one that fails by itself; both failed",
        arguments: [([], true), (["--diagnose=off"], false)])
    func company(words: [String], isReported: Bool) throws {
        let arguments = [
            try OtherFrameworks.shop.executable(), "--jobs", "2", "FirstTillTests", "SecondTillTests",
            "OutcomeTests/testFails",
        ]
        let result = try OtherFrameworks.run(
            words + arguments, environment: ["SHOP_TILL": directory.file("till")])
        let name = identity("ShopTests.SecondTillTests/testOpens")
        let told = result.lines.filter { $0.hasPrefix("diagnosis: ") }
        let expected = "diagnosis: \(name) passed when it ran once more with no other test"
        #expect(told == (isReported ? [expected] : []), "\(result.output)")
        #expect(result.output.contains("runner --seed ") && result.output.contains(" --jobs 1 ") == isReported)
        let failed = result.report.outcomes.filter { $0.kind == .failed }.map(\.identity)
        #expect(Set(failed) == [name, identity("ShopTests.OutcomeTests/testFails")] && failed.count == 2)
        #expect(result.status == 1)
    }

    @Test("the output of a test executable is a pipe, as with swift test, unless its settings say otherwise")
    func output() throws {
        let settings = #"{"bundles": {"OtherFrameworksPackageTests": {"output": "file"}}}"#
        let file = try directory.write(settings, to: "testkit.json")
        let words = [try OtherFrameworks.shop.executable(), "PlaceTests/testOutputIsAPipe"]
        let name = identity("ShopTests.PlaceTests/testOutputIsAPipe")
        for (options, outcome) in [([], Report.Kind.passed), (["--config", file], .failed)] {
            let result = try OtherFrameworks.run(options + words)
            #expect(Report(result.output).entries(about: name).map(\.kind) == [outcome], "\(result.output)")
        }
    }

    @Test("rule 71: names for people and links to bugs are beside the identity, and select nothing")
    func descriptions() throws {
        let path = directory.file("events")
        let name = "ShopSwiftTests.PriceTests/operands"
        let words = ["--jobs", "1", try OtherFrameworks.shop.executable()]
        let result = try OtherFrameworks.run(words + [name, "--events", path])
        let entry = try #require(Report(result.output).outcomes.first, "\(result.output)")
        #expect(entry.identity == identity(name) && entry.title == "a failure shows its operands", "\(entry)")
        let links = ["https://bugs.example.org/1", "https://bugs.example.org/2 one is two", "bug:3"]
        #expect(entry.details.filter { $0.hasPrefix("see ") } == links.map { "see \($0)" })
        let events = try String(contentsOfFile: path, encoding: .utf8)
        #expect(events.contains(#""displayName":"a failure shows its operands""#))
        #expect(events.contains(#""displayName":"Prices & sums""#))
        #expect(events.contains(#""links":[\#(links.map { "\"\($0)\"" }.joined(separator: ","))]"#))
        let title = try OtherFrameworks.run(words + ["--filter", "a failure shows"])
        #expect(title.status == 3 && Report(title.output).outcomes.isEmpty, "\(title.output)")
    }

    @Test("a suite's observer hears of suites and of the bundle's end")
    func observer() throws {
        let notes = directory.file("notes")
        let words = [try OtherFrameworks.shop.executable(), "--jobs", "1", "ObservedTests"]
        try OtherFrameworks.run(words, environment: ["SHOP_OBSERVER": notes]).exiting(0)
        let expected = [
            "ObservedTests.testIsObserved starts", "ObservedTests.testIsObserved has ended", "ObservedTests has ended",
            "the bundle has ended",
        ]
        #expect(try String(contentsOfFile: notes, encoding: .utf8).split(separator: "\n").map(String.init) == expected)
    }

    @Test("a test executable runs beside a bundle, in one order that the seed decides")
    func besideABundle() throws {
        let bundle = try CFixture.compile("ordinary.c", to: "Ordinary.so", in: directory)
        let paths = [bundle, try OtherFrameworks.shop.executable()]
        let words = ["--seed", "7", "--jobs", "1", "--skip", "crashes", "--skip", "testCrashes"] + paths
        let first = Report(try OtherFrameworks.run(words).output)
        let second = Report(try OtherFrameworks.run(words).output)
        #expect(first.order == second.order)
        #expect(first.order.filter { $0.hasPrefix("Ordinary/") }.count == 17)
        #expect(first.order.count == 17 + FixtureModel.shop.cases.count - 2)
    }

    @Test("an executable with thread-local variables is linked once more, as a library, without being asked to")
    func threadLocals() throws {
        let result = try OtherFrameworks.run([OtherFrameworks.threadLocals.products()]).exiting(0)
        let names = ["LocalTests.LocalTests.swift/local", "LocalTests.LocalTests/testEachThreadHasItsOwn"]
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.map(\.identity).sorted() == names.map { "ThreadLocalsPackageTests/" + $0 }, "\(result.output)")
        #expect(outcomes.allSatisfy { $0.kind == .passed })
    }

    @Test("an executable that was not linked to its end is a fault with words, and others run")
    func halfWritten() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: OtherFrameworks.shop.executable()))
        // Debug information may be more than half of it, and a file without that would load.
        let part = whole.prefix(64 << 10)
        try #require(part.count < whole.count)
        try part.write(to: URL(fileURLWithPath: directory.file("Half.xctest")))
        try CFixture.compile("ordinary.c", to: "Ordinary.so", in: directory)
        let report = try OtherFrameworks.run([directory.path]).exiting(4).report
        #expect(report.faults.map(\.identity) == ["Half"])
        #expect(report.faults.allSatisfy { $0.text.contains("truncated: ") }, "\(report.faults)")
        #expect(report.outcomes.filter { $0.kind == .passed }.count == 17)
    }

    @Test("a file that is changed runs as it is, though it keeps the linker's build identifier")
    func changedFile() throws {
        let path = directory.file("Shop.xctest")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: try OtherFrameworks.shop.executable()))
        let texts = ["one is not two", "one is not ten"]
        for (index, text) in texts.enumerated() {
            while let place = bytes.range(of: Data(texts[0].utf8)), index > 0 {
                bytes.replaceSubrange(place, with: text.utf8)
            }
            try bytes.write(to: URL(fileURLWithPath: path))
            try #require(chmod(path, 0o755) == 0)
            for _ in 1...2 {
                let output = try OtherFrameworks.run(["--no-state", path, "PriceTests"]).output
                // The excerpt of the source has the first in both.
                #expect(output.contains(texts[1]) == (text == texts[1]), "\(output)")
            }
        }
        // Nothing stays of the file that it was before.
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        for ending in [".testkit.so", ".testkit.content"] {
            #expect(left.filter { $0.hasSuffix(ending) }.count == 1, "\(left)")
        }
    }

    @Test("in a stripped file, what ends the listing loses only itself, under the number of its record")
    func stripped() throws {
        let path = directory.file("Bare.xctest")
        try Subprocess.succeed(["strip", "-o", path, try OtherFrameworks.shop.executable()])
        let temporary = TemporaryDirectory()
        let result = try OtherFrameworks.run(
            [path, "DerivedTests", "PriceTests/adds", "Stripped.UnnamedTests"],
            environment: ["TMPDIR": temporary.path])
        // The copy of a file that is run for the first time is beside it.
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        #expect(!left.contains { $0.hasPrefix("testkit") }, "\(left)")
        let outcomes = Report(result.output).outcomes
        // RuinTests/trait, the suite RuinedSuite and the function ruined; the inherited case, the own one, the sum.
        #expect(outcomes.filter { $0.kind == .crashed }.count == 3, "\(result.output)")
        #expect(outcomes.filter { $0.kind == .passed }.count == 3)
        #expect(outcomes.filter { $0.kind == .crashed }.allSatisfy { $0.identity.contains("/record") })
        #expect(Report(result.output).faults.isEmpty)
    }

    @Test(
        "a listing has the lines of XCTest's cases, those that are inherited included",
        arguments: [
            ("OutcomeTests/testFails", "func testFails()"), ("DerivedTests/testOwn", "func testOwn()"),
            ("DerivedTests/testInherited", "func testInherited()"),
        ])
    func lines(name: String, declaration: String) throws {
        let source = "\(CFixture.root)/Tests/Fixtures/OtherFrameworks/Tests/ShopTests/LifeTests.swift"
        let text = try String(contentsOfFile: source, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(text.firstIndex { $0.contains(declaration) }) + 1
        // The first run finds them, the second reads what that has kept.
        for _ in 0..<2 {
            let words = ["--list", "--format", "json", try OtherFrameworks.shop.executable(), "ShopTests." + name]
            let cases = try OtherFrameworks.run(words).json()["cases"] as? [[String: Any]] ?? []
            #expect(cases.map { $0["line"] as? Int } == [line])
            #expect(cases.allSatisfy { ($0["file"] as? String)?.hasSuffix("ShopTests/LifeTests.swift") == true })
        }
    }

    @Test("a file for another kind of processor, and one without a test, are faults with words")
    func otherFiles() throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: OtherFrameworks.shop.executable()))
        // e_machine: none that exists.
        bytes.replaceSubrange(18..<20, with: [0xFE, 0xFE])
        try bytes.write(to: URL(fileURLWithPath: directory.file("Foreign.xctest")))
        try OtherFrameworks.linkEmpty(to: directory.file("Empty.xctest"))
        try CFixture.compile("ordinary.c", to: "Ordinary.so", in: directory)
        let result = try OtherFrameworks.run([directory.path]).exiting(4)
        let faults = Report(result.output).faults.sorted { $0.identity < $1.identity }
        #expect(faults.map(\.identity) == ["Empty", "Foreign"], "\(result.output)")
        #expect(faults.first?.text.contains("it has no tests") == true, "\(faults)")
        #expect(faults.last?.text.contains("machine: expected") == true, "\(faults)")
    }

    @Test(
        "a file with a sanitizer that the runner lacks is a fault that names it",
        arguments: ["address", "thread", "undefined"])
    func sanitized(sanitizer: String) throws {
        let options = ["-fsanitize=\(sanitizer)", "-ldispatch", "-lBlocksRuntime"]
        try OtherFrameworks.linkEmpty(to: directory.file("Shop.xctest"), options: options)
        let result = try OtherFrameworks.run([directory.path]).exiting(4)
        let reasons = Report(result.output).faults.map(\.text)
        #expect(reasons.count == 1, "\(result.output)")
        #expect(reasons.first?.contains("it was built with the \(sanitizer) sanitizer, and this") == true, "\(reasons)")
    }

    @Test(
        "a toolchain that cannot be the one that built the tests is named, and so is what to do",
        arguments: [
            (nil, "no Swift toolchain was found"),
            ("Swift version 9.8.7 (a test)", "and the toolchain in PATH, "),
        ], ["unknown", "pc"])
    func otherToolchain(toolchain: (interface: String?, says: String), vendor: String) throws {
        let (interface, says) = toolchain
        // A copy whose libraries were in a directory that is not there.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: OtherFrameworks.shop.executable()))
        let name = Data("/lib/swift/linux".utf8)
        var found = 0
        while let place = bytes.range(of: name) {
            bytes.replaceSubrange(place, with: Data("/lib/swift/linuX".utf8))
            found += 1
        }
        try #require(found > 0)
        try bytes.write(to: URL(fileURLWithPath: directory.file("Moved.xctest")))
        if let interface {
            try OtherFrameworks.pretendToolchain(in: directory.path, interface: interface, vendor: vendor)
        }
        let result = try OtherFrameworks.run(
            [directory.file("Moved.xctest")], environment: ["PATH": directory.path + "/bin"])
        let faults = Report(result.output).faults
        #expect(faults.count == 1 && faults.allSatisfy { $0.text.contains(says) }, "\(result.output)")
        if interface != nil {
            #expect(faults.allSatisfy { $0.text.contains("\(directory.path), is Swift 9.8.7") }, "\(faults)")
        }
        #expect(result.status == 4)
    }
}
