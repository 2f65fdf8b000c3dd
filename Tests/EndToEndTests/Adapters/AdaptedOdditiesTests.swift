// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Tests of XCTest and Swift Testing that end, or name their arguments, as few do: each costs only itself.
@Suite(.long) struct AdaptedOdditiesTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// Runs some of the package's tests.
    private func run(_ words: [String]) throws -> (result: Subprocess.Result, report: Report) {
        let result = try OtherFrameworks.run(["--diagnose=off"] + words + [OtherFrameworks.oddities.executable()])
        return (result, Report(result.output))
    }

    /// The names of cases that ended in one way.
    private func names(_ report: Report, _ kind: Report.Kind) -> [String] {
        report.outcomes.filter { $0.kind == kind }.map { String($0.identity.dropFirst("OdditiesPackageTests/".count)) }
            .sorted()
    }

    /// A case whose process has read the arguments more than a few times fails.
    @Test("arguments are not all made again for each of them")
    func manyArguments() throws {
        let (result, report) = try run(["--filter", "ManyTests", "--jobs", "1"])
        #expect(report.outcomes.count == 500, "\(result.output.suffix(300))")
        #expect(names(report, .failed) == ["OddSwiftTests.ManyTests/many(number:)[123]"])
        #expect(result.output.contains("log: arguments: number: 123"))
    }

    @Test("arguments are made once in each process that runs their test, and in no run of others")
    func costlyArguments() throws {
        let readings = directory.file("readings")
        func processes(_ words: String...) throws -> [Substring] {
            try? FileManager.default.removeItem(atPath: readings)
            let result = try OtherFrameworks.run(
                ["--no-state", "--jobs", "2", OtherFrameworks.oddities.executable()] + words,
                environment: ["FIXTURE_READINGS": readings])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            return (try? String(contentsOfFile: readings, encoding: .utf8))?.split(separator: "\n") ?? []
        }
        #expect(try processes("CostlyTests").count == 1)
        #expect(try processes("CostlyTests", "--filter", "CostlyTests/uses").count == 1)
        #expect(try processes("uses(_:)[3]").count == 1)
        #expect(try processes("--filter", "CostlyTests/other").isEmpty)
        #expect(try processes("CostlyTests/other").isEmpty && processes("ConditionTests/one").isEmpty)
        // One process for each argument, and one that lists them.
        let apart = try processes("CostlyTests", "--isolation", "case")
        #expect(apart.count == 5 && Set(apart).count == 5, "\(apart)")
    }

    @Test("a condition that ends the process loses its own test alone", arguments: ["1", "2", "3"])
    func condition(seed: String) throws {
        let (result, report) = try run(["--filter", "ConditionTests", "--jobs", "1", "--seed", seed])
        #expect(names(report, .passed).count == 4, "\(result.output)")
        #expect(names(report, .crashed) == ["OddSwiftTests.ConditionTests/condition"])
    }

    @Test("an argument whose text is no name is named by its place, and a message is not cut at U+0000")
    func unnamable() throws {
        let (result, report) = try run(["--filter", "NameTests", "--jobs", "1"])
        let character = ["#2", "a"].map { "OddSwiftTests.NameTests/character(_:)[\($0)]" }
        let words = ["#1", "#3", "plain"].map { "OddSwiftTests.NameTests/words(_:)[\($0)]" }
        #expect(names(report, .passed) == character + words, "\(result.output.prefix(3000))")
        #expect(names(report, .failed) == ["OddSwiftTests.NameTests/words(_:)[#2]"])
        #expect(report.outcomes.contains { $0.text.contains("cut\u{FFFD}here") })
        #expect(report.faults.isEmpty && result.status == 1)
    }

    @Test(
        "a failure before XCTest starts a case is a warning in any process, and a case that XCTest never starts is skipped",
        arguments: ["worker", "case"])
    func neverStarted(isolation: String) throws {
        let words = ["--filter", "MakingTests or PerformingTests", "--jobs", "1", "-v", "--isolation", isolation]
        let (result, report) = try run(words)
        #expect(result.status == 0 && names(report, .passed).count == 2, "\(result.output)")
        #expect(result.output.components(separatedBy: "failed - of the maker").count == 3)
        #expect(names(report, .skipped) == ["OddTests.PerformingTests/testNever"])
    }

    @Test("no other test runs while one measures", arguments: ["worker", "class", "case"])
    func measuring(isolation: String) throws {
        let words = ["--diagnose=off", "--no-state", "--filter", "Measuring", "--jobs", "3", "--isolation", isolation]
        let result = try OtherFrameworks.run(
            words + [OtherFrameworks.oddities.executable()],
            environment: ["FIXTURE_SIGHTINGS": directory.file("snapshots")])
        // The times that are measured may differ on a busy machine.
        #expect(Report(result.output).outcomes.count == 8, "\(result.output)")
        let text = try String(contentsOfFile: directory.file("snapshots"), encoding: .utf8)
        // Times of one machine that is on have equally many digits.
        let snapshots: [String] = text.split(separator: "\n").sorted().map { line in
            String(line.drop { $0 != " " }.dropFirst())
        }
        var (others, measuring, meetings) = (0, 0, 0)
        for word in snapshots {
            switch word {
            case "begins other": others += 1
            case "ends other": others -= 1
            case "begins measuring": measuring += 1
            default: measuring -= 1
            }
            if measuring > 1 || measuring == 1 && others > 0 { meetings += 1 }
        }
        #expect(snapshots.count == 2 * (2 * 10 + 6) && meetings == 0, "\(snapshots)")
    }

    @Test("a class that only inherits tests, which no framework runs, is named, and an error with --strict")
    func unlistedClass() throws {
        for (words, status) in [([], 0), (["--strict"], 8)] {
            let (result, report) = try run(words + ["--filter", "HeirsHeirTests"])
            let expected = "OddTests.HeirTests does not run testMore, testShared of OddTests.ParentTests"
            #expect(result.output.contains(expected) && result.status == status, "\(result.output)")
            #expect(!result.output.contains("OddTests.MiddleTests does not"))
            #expect(names(report, .passed).count == 3)
        }
    }

    @Test("traits and arguments of one test affect no other")
    func traits() throws {
        let (result, report) = try run(["--filter", "TraitTests"])
        #expect(report.faults.isEmpty && result.status == 0, "\(result.output.prefix(3000))")
        #expect(report.outcomes.filter { $0.kind == .passed }.count == 8)
    }

    @Test("an argument with another text in each process is the one at its place", arguments: ["worker", "case"])
    func changing(isolation: String) throws {
        let (result, report) = try run(["--filter", "ChangingTests", "--isolation", isolation])
        #expect(report.outcomes.filter { $0.kind == .passed }.count == 3, "\(result.output)")
        #expect(names(report, .failed) == ["OddSwiftTests.ChangingTests/process(_:)[always]"])
    }

    /// libTesting itself finds them by the names of the types.
    @Test("tests that are registered by types, as the macros of Swift 6.2 do it, run")
    func containers() throws {
        let path = directory.file("Legacy.xctest")
        try OtherFrameworks.compile("Containers/containers.swift", module: "LegacyTests", to: path)
        let own = try Subprocess(path, []).wait()
        #expect((own.output + own.errors).contains("Test run with 2 tests"), "\(own.output)\(own.errors)")
        let result = try OtherFrameworks.run(["--no-state", path])
        let report = Report(result.output)
        let outcomes = Dictionary(uniqueKeysWithValues: report.outcomes.map { ($0.identity, $0.kind) })
        #expect(
            outcomes == ["Legacy/LegacyTests.Shop/adds": .passed, "Legacy/LegacyTests.Shop/fails": .failed],
            "\(result.output)")
    }

    @Test("tests without records that the adapter knows are a fault, and not left out")
    func unseen() throws {
        let path = directory.file("Unseen.xctest")
        try OtherFrameworks.compile(
            "Containers/containers.swift", module: "LegacyTests", to: path, options: ["-D", "WITHOUT_RECORDS"])
        let result = try OtherFrameworks.run(["--no-state", path]).exiting(4)
        #expect((result.output + result.errors).contains("its code makes tests of Swift Testing, but has no records"))
    }

    @Test("an assertion of one framework is a warning in the other's tests", arguments: ["worker", "class", "case"])
    func borrowed(isolation: String) throws {
        let words = ["--filter", "Borrowing", "--jobs", "1", "--shuffle", "off", "--isolation", isolation]
        let (result, report) = try run(words)
        #expect(names(report, .passed).count == 4 && result.status == 0, "\(result.output)")
        #expect(result.output.contains("of Swift Testing") && result.output.contains("do not count in each other's"))
    }

    @Test("an issue of a detached task belongs to the test that started it, and not to the one that runs")
    func late() throws {
        let (result, report) = try run(["--filter", "LateTests", "--jobs", "1", "--shuffle", "off"])
        #expect(names(report, .passed).count == 4 && names(report, .failed).isEmpty, "\(result.output)")
        let late = report.entries.filter { $0.kind == .late }
        #expect(late.count == 1 && late[0].identity.hasSuffix("LateTests/starts"), "\(result.output)")
        #expect(late.first?.text.contains("found late") == true)
        #expect(result.status == 1)
    }

    @Test("an issue of a thread belongs to the test that started it also while arguments are read")
    func lateWhileReading() throws {
        let (result, report) = try run(["--filter", "ReadingTests", "--jobs", "1", "--shuffle", "off"])
        let late = report.entries.filter { $0.kind == .late }
        // Both arguments are read before the first of them runs.
        #expect(late.count >= 2 && late.allSatisfy { $0.identity.hasSuffix("ReadingTests/starts") }, "\(result.output)")
        #expect(names(report, .passed).count == 3 && result.status == 1, "\(result.output)")
    }

    @Test(
        "work that ends the process behind its test fails that test behind swift test as well",
        arguments: ["LateCrashTests", "LateExitTests"])
    func lateEnd(suite: String) throws {
        let words = ["swift-test", "--", try OtherFrameworks.oddities.executable(), "--filter", suite]
        let result = try Runner.run(
            words + ["--testing-library", "swift-testing"], environment: OtherFrameworks.environment)
        #expect(result.status == 1 && result.output.contains("\(suite)/starts"), "\(result.output)\(result.errors)")
    }

    @Test("behind swift test, names of no XCTest case are an error: XCTest would run nothing, and pass")
    func unknownNames() throws {
        let words = ["swift-test", "--", try OtherFrameworks.oddities.executable(), "OddTests.None/testNone"]
        let result = try Runner.run(words, environment: OtherFrameworks.environment).exiting(1)
        #expect(result.errors.contains("no XCTest case is named 'OddTests.None/testNone'"), "\(result.errors)")
    }

    @Test("a test that waits for ever shows where its task waits, and not how the main thread does")
    func hung() throws {
        let (_, report) = try run(["HungTests", "--timeout", HangLimit(atLeast: 2).option])
        let entry = try #require(report.outcomes.first { $0.kind == .timedOut })
        let lines = entry.text.split(separator: "\n")
        #expect(lines.contains { $0.contains("a task that waits:") }, "\(entry.text)")
        #expect(lines.contains { $0.contains("never()") && $0.contains("OddSwiftTests.swift:") }, "\(entry.text)")
        #expect(!entry.text.contains("poll"), "\(entry.text)")
    }

    @Test(
        "an issue of work that goes on when no test runs belongs to the test that started it",
        arguments: ["worker", "class", "case"])
    func last(isolation: String) throws {
        let (result, report) = try run(["--filter", "LastTests", "--jobs", "1", "--isolation", isolation])
        let late = report.entries.filter { $0.kind == .late && $0.text.contains("found last") }
        let names = Set(late.map { $0.identity.split(separator: "/").last ?? "" })
        #expect(late.count == 3 && names == ["queue", "thread", "task"] && result.status == 1, "\(result.output)")
    }

    @Test("an issue of work that goes on while the next test is planned belongs to the test that started it")
    func meanwhile() throws {
        let (result, report) = try run(["--filter", "MeanwhileTests", "--jobs", "1", "--shuffle", "off"])
        let late = report.entries.filter { $0.text.contains("found meanwhile") && $0.kind == .late }
        #expect(late.count == 1 && late.first?.identity.hasSuffix("/starts") == true, "\(result.output)")
        #expect(names(report, .passed).count == 2 && result.status == 1, "\(result.output)")
    }

    @Test("a trait that throws before a test fails it, and each argument, once", arguments: ["worker", "case"])
    func unplanned(isolation: String) throws {
        let (result, report) = try run(["--filter", "UnknownTests or UnpreparedTests", "--isolation", isolation])
        let failed = report.outcomes.filter { $0.kind == .failed }
        // One drops the issue of its suite, which fails the suite alone.
        let quiet = ["UnknownTests", "UnpreparedTests"].map { "OddSwiftTests.\($0)/quiet" }
        #expect(names(report, .skipped) == quiet, "\(result.output)")
        #expect(report.entries.contains { $0.kind == .abnormal && $0.identity.hasSuffix(".UnknownTests") })
        let owners = Set(failed.map { outcome in String(outcome.identity.split(separator: "[")[0]) })
        #expect(
            owners.count == 3 && failed.count == 4 && failed.allSatisfy { $0.text.contains("Unknown()") },
            "\(result.output)")
        #expect(failed.allSatisfy { $0.text.components(separatedBy: "Caught error").count == 2 }, "\(result.output)")
    }

    @Test("a report has what a class's hooks printed, and nothing else of it", arguments: ["worker", "class", "case"])
    func printing(isolation: String) throws {
        let path = directory.file("junit.xml")
        _ = try run(["--filter", "PrintingTests", "--isolation", isolation, "--junit", path])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("<system-out>before all\nafter all</system-out>"), "\(text)")
        #expect(!text.contains("of a test"), "\(text)")
    }

    @Test("the failure of a case that a case runs is not its own")
    func nesting() throws {
        let (result, report) = try run(["--filter", "OddTests.NestingTests"])
        let passed = ["testAfter", "testRunsAnother"].map { "OddTests.NestingTests/" + $0 }
        #expect(names(report, .passed) == passed && result.status == 0, "\(result.output)")
    }

    /// Runs tests of the package at the same time.
    private func runTogether(_ words: String...) throws -> (result: Subprocess.Result, report: Report) {
        let directory = TemporaryDirectory()
        let file = try directory.write(
            #"{"tests": [{"match": "glob:*Company*", "concurrency": "framework"}]}"#, to: "testkit.json")
        return try run(["--no-state", "--config", file] + words)
    }

    @Test("tests that wait for each other meet by a rule, and each has its own issues", arguments: ["worker", "class"])
    func company(isolation: String) throws {
        let (result, report) = try runTogether(
            "--filter", "re:[.](Ordered)?CompanyTests/", "--isolation", isolation)
        let own = "OddSwiftTests.CompanyTests/", ordered = "OddSwiftTests.OrderedCompanyTests/"
        let alone = ["alone(number:)[1]", "alone(number:)[2]", "alone(number:)[3]", "aloneAsWell"].map { ordered + $0 }
        #expect(
            names(report, .passed) == ["each(number:)[1]", "onMain", "waits"].map { own + $0 } + alone,
            "\(result.output)")
        #expect(names(report, .failed) == ["each(number:)[2]", "fails"].map { own + $0 })
        let failed = try #require(report.outcomes.first { $0.identity.hasSuffix("/fails") })
        #expect(failed.text.contains("found by the one that fails") && failed.text.contains("found on a thread"))
        #expect(!report.entries.contains { $0.kind == .late }, "\(result.output)")
    }

    @Test("of tests that run at the same time, the one that ends the process fails, or all where nobody knows which")
    func companyEnds() throws {
        let (result, report) = try runTogether("--filter", "CrashCompanyTests or KillCompanyTests")
        #expect(names(report, .passed) == ["OddSwiftTests.CrashCompanyTests/goesOn"], "\(result.output)")
        let killed = ["isKilled", "kills"].map { "OddSwiftTests.KillCompanyTests/" + $0 }
        #expect(names(report, .crashed) == ["OddSwiftTests.CrashCompanyTests/ends"] + killed, "\(result.output)")
        let texts = report.outcomes.filter { $0.kind == .crashed && $0.identity.contains("Kill") }.map(\.text)
        #expect(texts.allSatisfy { $0.contains("one of the 2 tests that ran at the same time caused it") }, "\(texts)")
    }

    @Test("tests on the main actor run off the main thread if testkit.json says so", arguments: [true, false])
    func mainThread(isOn: Bool) throws {
        let file = try directory.write(
            #"{"bundles": {"OdditiesPackageTests": {"main-thread": \#(isOn)}}}"#, to: "testkit.json")
        let (result, report) = try run(["--no-state", "--config", file, "--filter", "MainThreadTests"])
        #expect(report.outcomes.filter { $0.kind == (isOn ? .failed : .passed) }.count == 2, "\(result.output)")
    }

    /// Runs the package with lists of its own; the outcomes by class and name.
    private func runOwnMain() throws -> (output: String, outcomes: [String: Report.Kind]) {
        let result = try OtherFrameworks.run(["--diagnose=off", OtherFrameworks.ownMain.executable()])
        let outcomes = Report(result.output).outcomes.map {
            (String($0.identity.dropFirst("OwnMainPackageTests/".count)), $0.kind)
        }
        return (result.output, Dictionary(outcomes) { first, _ in first })
    }

    @Test("of several cases of one name in a list of the package's own, each runs")
    func equalNames() throws {
        let (output, outcomes) = try runOwnMain()
        #expect(outcomes["OwnTests.OwnTests/testOne"] == .passed, "\(output.prefix(3000))")
        #expect(outcomes["OwnTests.OwnTests/testOne#2"] == .failed)
    }

    @Test("runner inspect opens a test executable")
    func inspected() throws {
        let words = ["inspect", try OtherFrameworks.ownMain.executable()]
        let result = try Runner.run(words, environment: OtherFrameworks.environment)
        #expect(result.status == 0 && result.lines.last == "ok: the runner can use it", "\(result.output)")
        #expect(result.lines.contains { $0.hasPrefix("  OwnTests.OwnTests ") })
    }

    @Test("a spec is known by its own class, and cases without a name by numbers; none hides another")
    func specs() throws {
        let (output, outcomes) = try runOwnMain()
        let price = outcomes.filter { $0.key.hasPrefix("OwnSpecs.PriceSpec/") }
        let names = ["adds", "adds#2", "#1", "#2"].map { "OwnSpecs.PriceSpec/" + $0 }
        #expect(price.keys.sorted() == names.sorted(), "\(output.prefix(3000))")
        #expect(price.filter { $0.value == .failed }.map(\.key) == ["OwnSpecs.PriceSpec/#2"])
        #expect(outcomes["OwnSpecs.CartSpec/adds"] == .passed)
        #expect(outcomes.keys.filter { $0.hasPrefix("OwnSpecs.StockSpec/xxx") }.count == 1)
        #expect(outcomes.keys.filter { $0.hasPrefix("OwnSpecs.PriceSpec#2/") }.count == 4)
    }

    @Test("runners that make the copy of an executable at the same time do not harm each other")
    func copiedTwice() throws {
        let library = try CFixture.compile("replaced_copy.c", to: "copied.so", in: directory)
        let executable = directory.file("Odd.xctest")
        try FileManager.default.copyItem(atPath: OtherFrameworks.oddities.executable(), toPath: executable)
        let result = try OtherFrameworks.run(
            ["--diagnose=off", "--no-state", "--jobs", "1", "--filter", "SurroundingsTests", executable],
            environment: ["LD_PRELOAD": library])
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files.contains { $0.hasSuffix(".replaced") })
        #expect(Report(result.output).faults.isEmpty && result.status == 0, "\(result.output)\(result.errors)")
    }
}
