// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A package of XCTest and Swift Testing, run as it is.
///
/// Rules 17 and 53.
@Suite(.long) struct AdaptedTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// How a case ends, and part of what is said of it.
    struct Expected: Sendable, CustomTestStringConvertible {
        /// "Module.Class/case[example]".
        let name: String
        /// How it ends.
        var outcome = Report.Kind.passed
        /// Part of what is said.
        var says = ""
        var testDescription: String { name }
    }

    /// The expected results of XCTest's cases.
    static let xctest: [Expected] = [
        .init(name: "ShopTests.BaseTests/testInherited"),
        .init(name: "ShopTests.DerivedTests/testInherited"),
        .init(name: "ShopTests.DerivedTests/testOwn"),
        .init(
            name: "ShopTests.HookTests/testCalls", outcome: .failed,
            says: "class setUp, async setUp, setUpWithError, setUp, body, second block, first block, tearDown"),
        .init(
            name: "ShopTests.FailingHookTests/testSetUpThrows", outcome: .failed,
            says: "LifeTests.swift:35 (last known)"),
        .init(name: "ShopTests.FailingHookTests/testSetUpSkips", outcome: .skipped, says: "closed on Sundays"),
        .init(
            name: "ShopTests.FailingHookTests/testTearDownThrows", outcome: .failed,
            says: "LifeTests.swift:39 (last known)"),
        .init(name: "ShopTests.FailingHookTests/testFine"),
        .init(name: "ShopTests.OutcomeTests/testPasses"),
        .init(name: "ShopTests.OutcomeTests/testFails", outcome: .failed, says: "one is not two"),
        .init(name: "ShopTests.OutcomeTests/testFailsTwice", outcome: .failed, says: "second"),
        .init(name: "ShopTests.OutcomeTests/testStops", outcome: .failed, says: "the only one"),
        .init(name: "ShopTests.OutcomeTests/testThrows", outcome: .failed, says: "closed"),
        .init(name: "ShopTests.OutcomeTests/testSkips", outcome: .skipped, says: "not today"),
        .init(name: "ShopTests.OutcomeTests/testSkipsOnCondition", outcome: .skipped, says: "the condition holds"),
        .init(
            name: "ShopTests.OutcomeTests/testSkipsWithoutWords", outcome: .skipped,
            says: "required true value but got false"),
        .init(name: "ShopTests.EarlyTests/testIsMadeBeforeTheClassIsSetUp"),
        .init(name: "ShopTests.IdleTests/testNothing", outcome: .failed, says: "run() ran no test"),
        .init(name: "ShopTests.OutcomeTests/testCrashes", outcome: .crashed, says: "about to crash"),
        .init(name: "ShopTests.WaitingTests/testIsFulfilled"),
        .init(name: "ShopTests.WaitingTests/testIsNotFulfilled", outcome: .failed, says: "never"),
        .init(name: "ShopTests.WaitingTests/testAsyncIsFulfilled"),
        .init(name: "ShopTests.WaitingTests/testRunsOnTheMainActor"),
        .init(name: "ShopTests.PlaceTests/testBundleMain"),
        .init(name: "ShopTests.PlaceTests/testResource"),
        .init(name: "ShopTests.PlaceTests/testArguments"),
        .init(name: "ShopTests.PlaceTests/testFilePath"),
        .init(name: "ShopTests.PlaceTests/testOutputIsAPipe"),
        .init(name: "ShopTests.ObservedTests/testIsObserved"),
        .init(name: "ShopTests.FirstTillTests/testOpens"),
        .init(name: "ShopTests.SecondTillTests/testOpens"),
        .init(name: "ShopTests.MeasuringTests/testMeasures", says: "log: measured [time, seconds]: average 0.0"),
    ]

    /// The expected results of Swift Testing's tests.
    static let testing: [Expected] = [
        .init(name: "ShopSwiftTests.PriceTests/adds"),
        .init(name: "ShopSwiftTests.PriceTests/operands", outcome: .failed, says: "one is not two"),
        .init(name: "ShopSwiftTests.PriceTests/throwsAnError", outcome: .failed, says: "closed"),
        .init(name: "ShopSwiftTests.PriceTests/tagged"),
        .init(name: "ShopSwiftTests.PriceTests/disabled", outcome: .skipped, says: "out of stock"),
        .init(name: "ShopSwiftTests.PriceTests/condition", outcome: .skipped, says: "never"),
        .init(name: "ShopSwiftTests.PriceTests/known", says: "a long story"),
        .init(name: "ShopSwiftTests.PriceTests/confirms", outcome: .failed, says: "twice"),
        .init(name: "ShopSwiftTests.PriceTests/attaches", says: "note.txt"),
        .init(name: "ShopSwiftTests.PriceTests/crashes", outcome: .crashed),
        .init(name: "ShopSwiftTests.PriceTests.Nested/deep"),
        .init(name: "ShopSwiftTests.ArgumentTests/fruit(name:)[\"apple\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/fruit(name:)[\"pear\"]", outcome: .failed, says: "pear"),
        .init(name: "ShopSwiftTests.ArgumentTests/fruit(name:)[\"a/b\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/pairs(number:text:)[1, \"x\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/pairs(number:text:)[1, \"y\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/pairs(number:text:)[2, \"x\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/pairs(number:text:)[2, \"y\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/unordered(colour:)[\"red\"]"),
        .init(
            name: "ShopSwiftTests.ArgumentTests/unordered(colour:)[\"green\"]", outcome: .failed, says: "colour green"),
        .init(name: "ShopSwiftTests.ArgumentTests/unordered(colour:)[\"blue\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/unordered(colour:)[\"white\"]"),
        .init(name: "ShopSwiftTests.ArgumentTests/unordered(colour:)[\"black\"]"),
        // What has no stable text goes by its place.
        .init(name: "ShopSwiftTests.NamelessTests/addresses(tray:)[#1]"),
        .init(name: "ShopSwiftTests.NamelessTests/addresses(tray:)[#2]"),
        .init(name: "ShopSwiftTests.NamelessTests/equal(number:)[#1]"),
        .init(name: "ShopSwiftTests.NamelessTests/equal(number:)[2]", outcome: .failed, says: "number == 1"),
        .init(name: "ShopSwiftTests.NamelessTests/equal(number:)[#3]"),
        .init(name: "ShopSwiftTests.NamelessTests/unordered(numbers:)[#1]"),
        .init(name: "ShopSwiftTests.NamelessTests/unordered(numbers:)[[1]]", outcome: .failed, says: "== 9"),
        .init(name: "ShopSwiftTests.MainActorTests/isOnTheMainThread"),
        .init(name: "ShopSwiftTests.ActorTests/counts"),
        .init(name: "ShopSwiftTests.SuiteTests.swift/free"),
        .init(name: "ShopSwiftTests.ExitTests/exits"),
        // A test that ends the listing process costs only itself.
        .init(name: "ShopSwiftTests.RuinTests/trait", outcome: .crashed, says: "the address book is closed"),
        .init(name: "ShopSwiftTests.RuinTests/source(number:)", outcome: .crashed, says: "there are no numbers"),
        .init(name: "ShopSwiftTests.RuinTests/fine"),
        .init(name: "ShopSwiftTests.RuinedSuite/one", outcome: .crashed, says: "the address book is closed"),
        .init(name: "ShopSwiftTests.RuinedSuite.Inner/two", outcome: .crashed, says: "the address book is closed"),
        .init(name: "ShopSwiftTests.ShopSwiftTests/ruined", outcome: .crashed, says: "the address book is closed"),
        .init(name: "ShopSwiftTests.ScopedTests/first"),
        .init(name: "ShopSwiftTests.ScopedTests/second"),
        .init(name: "ShopSwiftTests.ScopedTests/fails", outcome: .failed, says: "apples"),
        .init(name: "ShopSwiftTests.ScopedTests/argument(content:)[\"apples\"]"),
        .init(name: "ShopSwiftTests.ScopedTests/argument(content:)[\"pears\"]", outcome: .failed, says: "apples"),
        .init(name: "ShopSwiftTests.ScopedTests.Inner/third"),
        .init(name: "ShopSwiftTests.UnshelvedTests/never", outcome: .notRun, says: "could not be set up"),
        .init(name: "ShopSwiftTests.BrokenShelfTests/fine"),
        .init(name: "ShopSwiftTests.RoundsTests/failsInTheSecondRound"),
        .init(name: "ShopSwiftTests.FilteredTests/throwsAnError"),
        .init(name: "ShopSwiftTests.DustyTests/runs"),
        .init(name: "ShopSwiftTests.OnceTests/isSetUpOnce(number:)"),
        .init(name: "ShopSwiftTests.LockTests.First/one"),
        .init(name: "ShopSwiftTests.LockTests.Second/two"),
        .init(
            name: "ShopSwiftTests.VapourTests/isNoIssue", outcome: .failed, says: "Known issue was not recorded"),
        .init(name: "ShopSwiftTests.HeavyTests/inherits"),
        .init(name: "ShopSwiftTests.HeavyTests/isQuicker"),
        .init(name: "ShopSwiftTests.HeavyTests/named"),
        .init(name: "ShopSwiftTests.HeavyTests/cancels", outcome: .skipped, says: "enough"),
        .init(
            name: "ShopSwiftTests.HeavyTests/cancelsOne(number:)[1]", outcome: .skipped, says: "one is enough"),
        .init(name: "ShopSwiftTests.HeavyTests/cancelsOne(number:)[2]"),
    ]

    /// The expected results of classes whose common set-up fails.
    static let abnormal = [
        "ShopSwiftTests.UnshelvedTests": "closed", "ShopSwiftTests.BrokenShelfTests": "the shelf broke",
        "ShopSwiftTests.RoundsTests": "in round 2 of the suite, in failsInTheSecondRound()",
        "ShopSwiftTests.DustyTests": "the shelf is dusty",
    ]

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
        let expected = Self.xctest + Self.testing
        #expect(report.order.sorted() == expected.map { identity($0.name) }.sorted())
        for one in expected {
            let entry = try #require(report.outcomes.first { $0.identity == identity(one.name) }, "\(one.name)")
            #expect(entry.kind == one.outcome, "\(entry)")
            // Foundation finds no empty text in another.
            #expect(one.says.isEmpty || entry.text.contains(one.says), "\(entry)")
        }
        let abnormal = report.entries.filter { $0.kind == .abnormal }
        #expect(Set(abnormal.map(\.identity)) == Set(Self.abnormal.keys.map(identity)))
        for entry in abnormal {
            let says = Self.abnormal.first { identity($0.key) == entry.identity }?.value
            #expect(entry.text.contains(says ?? "nothing else"), "\(entry)")
        }
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

    @Test("rule 71: names for people and links to bugs are in every report, beside the identity, and in a merged one")
    func descriptions() throws {
        let files = ["events", "junit", "html"].map { directory.file($0) }
        let name = "ShopSwiftTests.PriceTests/operands"
        let words = zip(["--events", "--junit", "--html"], files).flatMap { [$0, $1] }
        let result = try OtherFrameworks.run(["--jobs", "1", try OtherFrameworks.shop.executable(), name] + words)
        let entry = try #require(Report(result.output).outcomes.first, "\(result.output)")
        #expect(entry.identity == identity(name) && entry.title == "a failure shows its operands", "\(entry)")
        let links = ["https://bugs.example.org/1", "https://bugs.example.org/2 one is two", "bug:3"]
        #expect(entry.details.filter { $0.hasPrefix("see ") } == links.map { "see \($0)" })
        let events = try String(contentsOfFile: files[0], encoding: .utf8)
        #expect(events.contains(#""displayName":"a failure shows its operands""#))
        #expect(events.contains(#""displayName":"Prices & sums""#))
        #expect(events.contains(#""links":[\#(links.map { "\"\($0)\"" }.joined(separator: ","))]"#))
        let page = try String(contentsOfFile: files[2], encoding: .utf8)
        #expect(page.contains("a failure shows its operands") && page.contains("bugs.example.org/2"))
        let junit = try String(contentsOfFile: files[1], encoding: .utf8)
        try Runner.run(["merge", files[0], "--junit", directory.file("merged")]).exiting(1)
        for text in [junit, try String(contentsOfFile: directory.file("merged"), encoding: .utf8)] {
            #expect(text.contains(#"<property name="displayName" value="a failure shows its operands"/>"#), "\(text)")
            #expect(text.contains(#"<property name="displayName" value="Prices &amp; sums"/>"#))
            #expect(text.contains(#"<property name="link" value="https://bugs.example.org/2 one is two"/>"#))
        }
        let title = try OtherFrameworks.run([try OtherFrameworks.shop.executable(), "--filter", "a failure shows"])
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
        #expect(first.order.count == 17 + Self.xctest.count + Self.testing.count - 2)
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
