// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// The command line.
struct OptionsTests {
    /// Reads a command line with a path before it.
    func parse(_ arguments: String...) throws -> Options { try Options.parse(["./dir"] + arguments) }

    /// Returns the fault of a command line, which follows a path.
    func fault(_ arguments: String...) -> String? {
        do {
            _ = try Options.parse(["./dir"] + arguments)
            return nil
        } catch { return error.description }
    }

    @Test("defaults")
    func defaults() throws {
        let options = try parse()
        #expect(options.paths == ["./dir"])
        #expect(options.seed == nil && options.focus == .bundle && options.format == .plain && options.color == .auto)
        #expect(options.timeout == 60 && options.loadTimeout == 10 && options.slowest == 5)
    }

    @Test("every flag sets its own")
    func flags() throws {
        #expect(try parse("--recursive").recursive)
        #expect(try parse("--forbid-focus").forbidFocus)
        #expect(try parse("--strict").strict)
        #expect(try parse("--list").list)
        #expect(try parse("--list", "--tree").tree)
        #expect(try parse("--quiet").quiet)
        #expect(try parse("--verbose").verbose)
        #expect(try parse("--github").github == true)
        #expect(try parse("--no-github").github == false)
        #expect(try parse("--rerun-failed").rerunFailed)
        #expect(try parse("--failed-first").failedFirst)
        #expect(try parse("--until-failure").untilFailure)
        #expect(try parse("--watch").watch)
        #expect(try parse("--no-state").state == nil)
        #expect(try parse("--help").help)
        #expect(try parse("--version").version)
        #expect(try parse("--man").manual == .roff)
        #expect(try parse("--man=markdown").manual == .markdown)
        #expect(try parse("--no-config").ignoresConfiguration)
        #expect(try parse("--show-config").showConfiguration)
        let none = try parse()
        #expect(!(none.rerunFailed || none.failedFirst || none.untilFailure || none.watch) && none.state == ".testkit")
        #expect(!(none.recursive || none.forbidFocus || none.list || none.tree || none.quiet || none.verbose))
        #expect(!(none.help || none.version))
    }

    @Test("letters")
    func letters() throws {
        let options = try parse("-rv")
        #expect(options.recursive && options.verbose && !options.quiet)
        #expect(try parse("-q").quiet)
        #expect(try parse("-h").help)
        #expect(try parse("-j4").jobs == 4)
        #expect(try parse("-qj", "4").jobs == 4)
        #expect(fault("-j0") == "-j: expected a number from 1 to 256, got '0'")
        #expect(fault("-rx") == "unknown option '-x'; --help lists the options")
    }

    @Test(
        "a wait before a retry is a number of seconds, and a factor",
        arguments: ["", "-1", "1,", "1,2,3", "1,0.5", "nan"])
    func delays(text: String) throws {
        let expected = "seconds from 0 to 86400, optionally with a factor from 1 to 1000, such as 1 or 0.5,2"
        #expect(fault("--retry-delay", text) == "--retry-delay: expected \(expected), got '\(text)'")
        let long = try RetryDelay("80000,1000", "--retry-delay")
        #expect(long.nanoseconds(before: .max) == 86_400_000_000_000 && long.nanoseconds(before: 0) == 0)
    }

    @Test("a value that may be left out is joined by an equals sign")
    func optionalValues() throws {
        #expect(try parse().failFast == nil)
        #expect(try parse("--fail-fast").failFast == 1)
        #expect(try parse("--fail-fast=3").failFast == 3)
        let options = try parse("--fail-fast", "3")
        #expect(options.failFast == 1 && options.identities == ["3"])
        #expect(fault("--fail-fast=0") == "--fail-fast: expected a whole number above 0, got '0'")
        #expect(fault("--fail-fast=") == "--fail-fast: expected a whole number above 0, got ''")
    }

    @Test("every value is taken either way", arguments: [true, false])
    func bothForms(joined: Bool) throws {
        func parse(_ name: String, _ value: String) throws -> Options {
            try Options.parse(["./dir"] + (joined ? ["\(name)=\(value)"] : [name, value]))
        }
        #expect(try parse("--seed", "7").seed == 7)
        #expect(try parse("--filter", "a=b").filters.map { $0.matches("xa=by") } == [true])
        #expect(try parse("--skip", "a").skips.map { $0.matches("b") } == [false])
        #expect(try parse("--ids", "-").idFiles == ["-"])
        #expect(try parse("--tag", "a").tags.matches(["a"]) && !parse("--skip-tag", "a").tags.matches(["a"]))
        #expect(try parse("--focus", "bundle").focus == .bundle)
        #expect(try parse("--platform", "_iPad").platforms == ["iPad"])
        #expect(try parse("--known-platform", "Moon").knownPlatforms == ["Moon"])
        #expect(try parse("--timeout", "0.5").timeout == 0.5)
        #expect(try parse("--load-timeout", "3").loadTimeout == 3)
        #expect(try parse("--jobs", "3").jobs == 3)
        #expect(try parse("--run-timeout", "90").runTimeout == 90)
        #expect(try parse("--retry", "2").retry == 2)
        #expect(try parse("--no-tests", "warn").noTests == .warn && Options().noTests == .fail)
        #expect(try parse("--shard-by", "case").shardBy == .case && Options().shardBy == .class)
        let delay = try parse("--retry-delay", "0.5,2").retryDelay
        #expect((1...3).map { delay.nanoseconds(before: $0) } == [500_000_000, 1_000_000_000, 2_000_000_000])
        #expect(try parse("--shuffle", "off").shuffle == .off)
        #expect(try parse("--schedule", "seed").schedule == .seed && Options().schedule == .durations)
        #expect(try parse("--repeat", "3").repetitions == 3)
        #expect(try parse("--state", "there").state == "there")
        #expect(try parse("--isolation", "case").isolation == .case)
        #expect(try parse("--leaks", "fail").leaks == .fail)
        #expect(try parse("--debugger", "lldb").debugger == .lldb)
        #expect(try parse("--show-output", "all").showOutput == .all)
        #expect(try parse("--events", "fd:5").reports[.events] != nil)
        #expect(try parse("--junit", "a.xml").reports[.junit] != nil)
        #expect(try parse("--html", "page").reports[.html] != nil)
        #expect(try parse("--tap", "-").reports[.tap] != nil)
        #expect(try parse("--attachments", "out").attachments == "out")
        #expect(try parse("--config", "a.json").configuration == "a.json")
        #expect(try parse("--profile", "ci").profile == "ci")
        #expect(try parse("--chance", "random=seeded").chance.random == .seeded)
        #expect(try parse("--balance", "cases").balance == "cases")
        #expect(try parse("--record", "record").record != nil)
        #expect(try parse("--order", "-").order == "-")
        #expect(try parse("--diagnose-time", "5").diagnoseTime == 5)
        #expect(try parse("--diagnose-runs", "9").diagnoseRuns == 9)
        #expect(try parse("--failure-output", "final").failureOutput == .final)
        #expect(try parse("--reporter", "cat").reports.commands == ["cat"])
        #expect(try parse("--tap-version", "14").reports.tapVersion == .fourteen)
        #expect(try parse("--event-stream-version", "6.4").reports.eventVersion == .sixFour)
        #expect(try parse("--trace", "trace.json").reports[.trace] != nil)
        #expect(try parse("--code-quality", "quality.json").reports[.codeQuality] != nil)
        #expect(try parse("--output", "a.tar").output != nil)
        #expect(try parse("--sources", "Sources").sources == ["Sources"])
        #expect(try parse("--shard", "2/3").shard == Shard(index: 2, count: 3))
        #expect(try parse("--completions", "zsh").completions == .zsh)
        #expect(try parse("--color", "never").color == .never)
        #expect(try parse("--slowest", "0").slowest == 0)
        #expect(try parse("--history", "7").history == 7 && Options().history == 100)
        #expect(
            try Options.parse(["./dir", "--list"] + (joined ? ["--format=json"] : ["--format", "json"])).format == .json
        )
    }

    @Test("rerun exactly takes a worker or a record or neither")
    func rerunExactly() throws {
        func parsed(_ word: String) throws(UsageError) -> Options.RerunExactly? {
            try Options.parse(["./dir", word]).rerunExactly
        }
        #expect(try Options.parse(["./dir", "--diagnose"]).diagnose == .run)
        #expect(try Options.parse(["./dir", "--hunt"]).hunt == Hunt(seconds: 60))
        #expect(try Options.parse(["./dir", "--hunt=5"]).hunt == Hunt(seconds: 5))
        #expect(try Options.parse(["./dir", "--hunt=tasks"]).hunt == Hunt(isOfTasks: true, seconds: 60))
        #expect(try Options.parse(["./dir", "--hunt=tasks,5"]).hunt == Hunt(isOfTasks: true, seconds: 5))
        for wrong in ["", "task", "tasks,", "tasks,x", "5,tasks", "tasks,5,6"] {
            #expect(throws: UsageError.self, "\(wrong)") { try Options.parse(["./dir", "--hunt=\(wrong)"]) }
        }
        #expect(try Options.parse(["./dir", "--diagnose=last"]).diagnose == .last)
        #expect(try Options.parse(["./dir", "--affected"]).affected == .run)
        #expect(try Options.parse(["./dir", "--affected=verify"]).affected == .verify)
        let ignored = try Options.parse(["./dir", "--affected-ignore", "A", "--affected-ignore=B*"]).affectedIgnored
        #expect(ignored == ["A", "B*"])
        #expect(throws: UsageError.self) { try Options.parse(["./dir", "--affected=all"]) }
        #expect(try parsed("--rerun-exactly") == .last)
        #expect(try parsed("--rerun-exactly=3") == .worker(3))
        #expect(try parsed("--rerun-exactly=ci/order") == .record("ci/order"))
        #expect(throws: UsageError.self) { try Options.parse(["./dir", "--rerun-exactly", "--filter", "x"]) }
    }

    @Test("coverage takes a directory, and a least share in percent with that alone")
    func coverage() throws {
        let options = try Options.parse(["./dir", "--coverage", "reports", "--coverage-fail-under=82.5"])
        #expect(options.coverage == "reports" && options.coverageFailUnder == 82.5)
        #expect(try Options.parse(["./dir"]).coverage == nil)
        #expect(!options.coverageIncludeTests)
        #expect(try Options.parse(["./dir", "--coverage", "reports", "--coverage-include-tests"]).coverageIncludeTests)
        for words in [
            ["--coverage-fail-under", "80"], ["--coverage", "reports", "--coverage-fail-under", "101"],
            ["--coverage", "reports", "--coverage-fail-under", "nan"], ["--coverage", ""],
            ["--coverage", "reports", "--list"],
        ] {
            #expect(throws: UsageError.self, "\(words)") { try Options.parse(["./dir"] + words) }
        }
    }

    @Test("behind --build all words are for SwiftPM, whatever they look like; joined to it, one is")
    func build() throws {
        let options = try Options.parse(["Tests", "--quiet", "--build", "-c", "release", "--", "--seed", "x y"])
        #expect(options.build == ["-c", "release", "--", "--seed", "x y"] && options.quiet && options.seed == nil)
        let joined = try Options.parse(["--build=-v", "--seed", "2"])
        #expect(joined.build == ["-v"] && joined.seed == 2)
        #expect(throws: UsageError.self) { try Options.parse(["--build"]) }
        #expect(CommandLineWords.parts(["--seed", "--build", "--build", "-v"]).rest == ["--build", "-v"])
        #expect(CommandLineWords.parts(["--", "--build"]).rest.isEmpty)
    }

    @Test("every option of the table has a test above, but for those that a command or a build has alone")
    func completeness() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let others: Set = ["import", "quarantine", "configuration", "sanitize"]
        for option in OptionTable.all where !others.contains(option.name) {
            let isTested = ["\"--\(option.name)\"", "\"--\(option.name)="].contains { source.contains($0) }
            #expect(isTested, "\(option.name)")
        }
    }

    @Test(
        "seeds",
        arguments: [
            ("0", 0), ("42", 42), ("0x2A", 42), ("0Xff", 255), ("18446744073709551615", .max),
            ("0xFFFFFFFFFFFFFFFF", .max), ("007", 7),
        ] as [(String, UInt64)])
    func seeds(text: String, seed: UInt64) throws { #expect(try parse("--seed", text).seed == seed) }

    @Test(
        "no seeds",
        arguments: [
            "18446744073709551616", "0x10000000000000000", "-1", "+1", "0x", "0x-1", "0x+1", "", " 1", "1 ", "1e3",
            "abc",
            "1_000", "٣",
        ])
    func noSeeds(text: String) {
        #expect(
            fault("--seed", text)
                == "--seed: expected a number from 0 to 18446744073709551615, decimal or 0x…, got '\(text)'")
    }

    @Test("no times", arguments: ["0", "-1", "nan", "inf", "", "1s", "1e10"])
    func noTimes(text: String) {
        let expected = "a number of seconds greater than 0 and at most 1000000000"
        #expect(fault("--timeout", text) == "--timeout: expected \(expected), got '\(text)'")
    }

    @Test("values where they do not belong")
    func misplacedValues() throws {
        #expect(fault("--list=yes") == "--list takes no value")
        #expect(fault("--seed") == "--seed needs a value: --seed N")
        // What follows is no value, but with "=" anything is.
        for word in ["-q", "--no-state", "--", "--unknown", "-"] {
            let help = "--junit needs a value: --junit FILE; for the value '\(word)', write --junit=\(word)"
            #expect(fault("--junit", word) == (word == "-" ? nil : help))
        }
        #expect(fault("-j", "-q") == "-j needs a value: -j N; for the value '-q', write -j-q")
        #expect(fault("--retry", "-1")?.hasSuffix("got '-1'") == true)
        #expect(try parse("--coverage=--no-state").coverage == "--no-state")
    }

    @Test("what goes together although parts of it do not, and help, which goes with everything")
    func whatGoesTogether() {
        #expect(fault("--repeat", "1", "--retry", "1", "--isolation", "none") == nil)
        #expect(fault("--help", "--quiet", "--verbose") == nil)
        #expect(fault("--diagnose=off", "--list", "--isolation", "none") == nil)
        #expect(fault("--affected=record", "--coverage", "reports") == nil)
    }

    @Test("paths and tests")
    func pathsAndTests() throws {
        let options = try Options.parse(["/", "a/b.so", "../x", "M.Foo/testA", "--", "--list"])
        #expect(options.paths == ["/", "a/b.so", "../x"])
        #expect(options.identities == ["M.Foo/testA", "--list"])
        #expect(!options.list)
        #expect(try Options.parse(["--list"]).paths.isEmpty)
    }

    @Test("last seed counts")
    func lastSeed() throws { #expect(try parse("--seed", "1", "--seed=2").seed == 2) }
}
