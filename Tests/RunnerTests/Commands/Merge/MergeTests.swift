// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports
@testable import Runner

/// `runner merge`: events back to reports, and what is missing.
///
/// Rule 59.
struct MergeTests {
    /// The sample run's events as a file of lines.
    private func stream(
        _ events: [Event], _ run: SampleRun = SampleRun(), interruption: Interruption? = nil
    ) throws -> String {
        try run.report(events, interruption: interruption) { EventStreamReporter(context: $0, output: $1) }
    }

    /// A directory with some files.
    private func directory(_ files: [(name: String, text: String)]) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        for file in files { try directory.write(Array(file.text.utf8), to: file.name) }
        return directory
    }

    /// The first look at some files; they are gone by then, but open.
    private func survey(_ files: (name: String, text: String)...) throws -> EventSurvey {
        let directory = try directory(files)
        return try EventSurvey(files.map { try EventSource(path: directory.path($0.name)) })
    }

    /// Returns the gaps and the warnings of some files, which are named without their directory.
    private func findings(_ files: [(name: String, text: String)]) throws -> (gaps: [String], warnings: [String]) {
        let directory = try directory(files)
        let findings = MergeFindings(try EventSurvey(files.map { try EventSource(path: directory.path($0.name)) }).runs)
        func plain(_ texts: [String]) -> [String] { texts.map { $0.replacing(directory.path("") + "/", with: "") } }
        return (plain(findings.gaps), plain(findings.warnings))
    }

    /// All that a file comes to.
    private func replay(_ text: String) throws -> (events: [Event], faults: [String]) {
        let survey = try survey(("a", text))
        let merged = MergedPlan(survey.plans, survey.runs)
        let tally = Tally(merged.registry)
        var (ledger, events) = (MergeLedger(merged, survey.runs, tally), [Event]())
        var replay = EventReplay(merged, survey.runs[0], file: 0) { event, instant in
            tally.handle(event, at: instant)
            events.append(event)
        }
        var lines = EventLines(survey.runs[0].source)
        var faults: [String] = []
        while try lines.next() {
            do throws(JSONValue.Fault) {
                let (kind, payload) = try lines.record()
                if kind.isText("event") { try replay.take(payload, &ledger) }
            } catch { faults.append(lines.describe(error)) }
        }
        return (events, faults)
    }

    /// The JUnit report of merged files, and the exit code.
    private func merge(
        _ texts: [String], isReplay: Bool = false
    ) throws -> (code: ExitCode, junit: String, terminal: String) {
        let files = texts.enumerated().map { (name: "\($0).jsonl", text: $1) }
        let directory = try directory(files)
        var settings = Options()
        settings.reports[.junit] = .file(directory.path("junit.xml"))
        let terminal = open(directory.path("terminal"), O_WRONLY | O_CREAT, 0o600)
        defer { close(terminal) }
        let paths = files.map { directory.path($0.name) }
        let code = try Merge(options: settings, paths: paths, isReplay: isReplay, terminal: terminal).run()
        func read(_ name: String) throws -> String { try String(contentsOfFile: directory.path(name), encoding: .utf8) }
        return (code, try read("junit.xml"), try read("terminal"))
    }

    /// The lines of a JUnit report in an order of their own, less the parts that say where it was made.
    private func essence(_ junit: String) -> [String] {
        junit.split(separator: "\n").map { String($0).replacing("/src/CartTests.swift\"", with: "CartTests.swift\"") }
            .sorted()
    }

    @Test("one file gives the report that the run gave, if each case has ended")
    func oneFile() throws {
        for scene in [StreamScene.outcomes, .traits, .interrupt] {
            let direct = try scene.run.report(scene.events, interruption: scene.interruption) {
                JUnitReporter(context: $0, output: $1)
            }
            let merged = try merge([stream(scene.events, scene.run, interruption: scene.interruption)])
            #expect(essence(merged.junit) == essence(direct), "\(scene.title)")
            #expect(merged.code == (scene.interruption == nil ? .failure : .cutShort))
        }
    }

    @Test("hostile text comes through")
    func hostileText() throws {
        let (run, hostile) = SampleRun.hostileRun
        let events = [.caseEnded(run.result(.touch, .skipped))] + hostile
        let direct = try run.report(events, interruption: .signal(15)) { JUnitReporter(context: $0, output: $1) }
        let merged = try merge([stream(events, run, interruption: .signal(15))])
        #expect(merged.code == .cutShort)
        let messages = { (text: String) in text.split(separator: "\n").filter { $0.contains("message=") }.sorted() }
        #expect(messages(merged.junit) == messages(direct))
    }

    @Test("what a case left behind in several attempts or repetitions comes back whole", arguments: [true, false])
    func earlierFailures(isRepeated: Bool) throws {
        let run = SampleRun()
        let failures = (1...3).map { number in
            var failed = run.result(
                .pay, .failed,
                [
                    Issue(kind: .assertion, message: "not in \(number)"),
                    Issue(kind: .warning, message: "warned in \(number)"),
                ])
            if isRepeated {
                failed.repetition = CaseResult.Repetition(number: number + 1, seed: 7)
            } else {
                failed.attempt = number
            }
            failed.attachments = [AttachedFile(name: "log", path: "/a/log\(number)", size: 3)]
            (failed.output, failed.duration, failed.worker) = ("printed in \(number)", 1_000_000, number)
            failed.started += UInt64(number) * 1_000_000
            failed.logs = ["logged in \(number)"]
            return failed
        }
        var last = isRepeated ? failures[0] : run.result(.pay, .passed)
        last.attachments = []
        if isRepeated { last.repetition = CaseResult.Repetition(number: 2, seed: 7, runs: 5, failures: 3) }
        last.attempt = isRepeated ? 1 : 4
        let others = [run.result(.touch, .skipped)] + [.add, .low, .high].map { run.result($0, .passed) }
        let events = failures.map(Event.attemptFailed) + ([last] + others).map(Event.caseEnded)
        let direct = try run.report(events) { JUnitReporter(context: $0, output: $1) }
        #expect(essence(try merge([stream(events)]).junit) == essence(direct))
        #expect(direct.split(separator: "<rerunFailure ").count - 1 == (isRepeated ? 2 : 0), "\(direct)")

        let offset = SampleRun.clock.wallClock - SampleRun.clock.instant
        let told = try replay(stream(events)).events
        let attempts = told.compactMap { event in if case .attemptFailed(let result) = event { result } else { nil } }
        #expect(attempts.map(\.started) == failures.map { $0.started + offset })
        #expect(attempts.map(\.output) == failures.map(\.output) && attempts.map(\.logs) == failures.map(\.logs))
        #expect(attempts.map(\.duration) == failures.map(\.duration))
        // Numbered anew, in the order in which they are events of.
        #expect(attempts.map(\.worker) == [0, 1, 2])
        #expect(attempts.map { $0.issues.map(\.message) } == failures.map { $0.issues.map(\.message) })
    }

    @Test("attempts attachments workers and classes come back")
    func wholeEvents() throws {
        let run = SampleRun()
        var failed = run.result(
            .pay, .crashed,
            [Issue(kind: .crash, message: "was ended"), Issue(kind: .warning, message: "and more")])
        failed.attachments = [AttachedFile(name: "log", path: "/a/log", size: 3)]
        var passed = run.result(.pay, .passed)
        (passed.attempt, passed.worker) = (2, 1)
        var unit = UnitResult(classIndex: 1, issues: [Issue(kind: .assertion, message: "no database")])
        (unit.started, unit.ended, unit.worker) = (1_500_000_000, 3_500_000_000, 1)
        unit.issues[0].phase = 2
        let events = try replay(stream([.attemptFailed(failed), .caseEnded(passed), .unitEnded(unit)])).events
        guard events.count == 3, case .attemptFailed(let first) = events[0], case .caseEnded(let second) = events[1],
            case .unitEnded(let third) = events[2]
        else {
            Testing.Issue.record("expected an attempt, a case and a class, got \(events)")
            return
        }
        #expect(
            first.outcome == .crashed && first.attempt == 1 && first.issues.map(\.message) == ["was ended", "and more"])
        #expect(first.attachments.map(\.name) == ["log"] && second.attachments.isEmpty)
        #expect(second.isFlaky && second.worker == 0 && second.duration == 1_500_000)
        // Instant 2 s of a run that started at 1 s, on the wall's clock.
        #expect(second.started == SampleRun.clock.wallClock + 1_000_000_000)
        #expect(third.started == SampleRun.clock.wallClock + 500_000_000 && third.worker == 0)
        #expect(third.issues.first?.phase == 2 && third.isAbnormal)
    }

    @Test("two tests of one identity, in one file or in two, are not green; another checkout's path is no clash")
    func clashes() throws {
        let run = SampleRun()
        let places: [SampleRun.Case] = [.touch, .pay, .add, .low, .high]
        let events = places.map { Event.caseEnded(run.result($0, $0 == .touch ? .skipped : .passed)) }
        let text = try stream(events)
        #expect(try merge([text]).code == .success)
        let lines = text.split(separator: "\n")
        let test = try #require(lines.first { $0.contains(#""kind":"test""#) && $0.contains("testPay") })
        let twice = try merge([text.replacing(test + "\n", with: test + "\n" + test + "\n")])
        #expect(twice.code == .failure)
        #expect(twice.terminal.contains("two tests have the identity") && twice.terminal.contains("testPay"))
        // Of another machine, so that it is no copy.
        let other = text.replacing("/src/", with: "/ci/").replacing(#""host":""#, with: #""host":"other-"#)
        #expect(try merge([text, other]).code == .success)
        let moved = try merge([text, other.replacing("CartTests.swift", with: "BasketTests.swift")])
        #expect(moved.code == .failure)
        #expect(moved.terminal.contains("/src/CartTests.swift:") && moved.terminal.contains("/ci/BasketTests.swift:"))
    }

    @Test("what is missing is reported")
    func missing() throws {
        let run = SampleRun()
        let text = try stream(run.events)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { $0 + "\n" }
        let cut = lines.dropLast(8).joined()
        #expect(try findings([("a", text)]).gaps.isEmpty)
        let gaps = try findings([("a", cut)]).gaps
        #expect(gaps.count == 1 && gaps[0].hasPrefix("a: ends before its run did; run it again: "))
        #expect(try findings([("a", "")]).gaps == ["a: does not contain the start of a run"])
        let nothing = try merge([""])
        #expect(nothing.code == .failure && nothing.terminal.hasSuffix("\nseed 0\n"), "\(nothing.terminal)")
        let merged = try merge([cut])
        #expect(merged.code == .failure)
        #expect(merged.junit.contains("its result is missing") && merged.junit.contains("ends before its run did"))
        // A line less in the midst of a file that ends as it should.
        let passed = try stream(SampleRun.allPassed).split(separator: "\n")
        let lost = passed.filter { !($0.contains("\"kind\":\"testEnded\"") && $0.contains("testPay")) }
        #expect(lost.count == passed.count - 1)
        let gap = try merge([lost.joined(separator: "\n") + "\n"])
        #expect(gap.code == .failure && gap.terminal.contains("1 case has no result in the files"))
    }

    /// A file's text as if it were of a shard.
    private func shard(_ text: String, _ shard: String, seed: String = "7", elsewhere: Int = 0) -> String {
        text.replacing("\"shard\":null", with: "\"shard\":\"\(shard)\"")
            .replacing("\"seed\":\"18446744073709551615\"", with: "\"seed\":\"\(seed)\"")
            .replacing("\"casesElsewhere\":0", with: "\"casesElsewhere\":\(elsewhere)")
    }

    @Test("a part without a case, and a run that may be without, end as they did")
    func emptyRuns() throws {
        let lines = try stream([]).split(separator: "\n").filter { $0.contains("\"kind\":\"event\"") }
        let nothing = lines.joined(separator: "\n") + "\n"
        let part = try merge([shard(nothing, "1/2", elsewhere: 4)], isReplay: true)
        #expect(part.code == .success && part.terminal.contains(", 4 in shards other than 1/2"), "\(part.terminal)")
        // No class of a focused bundle is in this part.
        let focus = nothing.replacing("\"focused\":false", with: "\"focused\":true")
        let focused = try merge([shard(focus, "1/2", elsewhere: 4)], isReplay: true)
        #expect(focused.terminal.hasSuffix("\nok, but focused: there is a focus\n"), "\(focused.terminal)")
        func merged(_ rules: String...) throws -> ExitCode {
            try merge(rules.enumerated().map { later(nothing, by: $0).replacing("\"shard\"", with: $1 + "\"shard\"") })
                .code
        }
        #expect(try merged("") == .nothingRan)
        #expect(try merged("\"noTests\":\"pass\",", "\"noTests\":\"pass\",") == .success)
        #expect(try merged("\"noTests\":\"pass\",", "") == .nothingRan)
    }

    @Test("shards are counted")
    func shardCount() throws {
        let text = try stream(SampleRun().events)
        func gaps(_ shards: String...) throws -> [String] {
            try findings(shards.enumerated().map { ("\($0)", shard(text, $1)) }).gaps
        }
        #expect(try gaps("1/2", "2/2").isEmpty && gaps("2/2", "1/2").isEmpty)
        #expect(try gaps("1/3", "3/3") == ["shard 2/3 is missing"])
        #expect(try gaps("1/2", "1/2") == ["shard 2/2 is missing"])
        #expect(try gaps("1/2", "2/3") == ["the files come from different numbers of shards: 1/2, 2/3"])
        #expect(try gaps("1/2", "9/2") == ["the files come from different numbers of shards: 1/2, 9/2"])
        let different = try findings([("x", shard(text, "1/2")), ("y", shard(text, "2/2", elsewhere: 5))])
        #expect(different.gaps == ["the shards come from different plans: x: 4 cases, y: 9 cases in all"])
        #expect(
            try findings([("x", text), ("y", shard(text, "1/1"))]).gaps == [
                "x: comes from a run without --shard, but other files come from shards"
            ])
        let seeds = try findings([("x", shard(text, "1/2")), ("y", shard(text, "2/2", seed: "8"))])
        #expect(seeds.gaps.isEmpty && seeds.warnings.count == 1)
    }

    @Test("a line that cannot be read is reported with its place and the rest counts")
    func unreadableLine() throws {
        let run = SampleRun()
        let text = try stream([.caseEnded(run.result(.add, .passed))])
        let broken = text + "{\"version\":\"6.3\",\n[]\n"
        let faults = try survey(("a", broken)).runs[0].allFaults
        let number = text.utf8.count { $0 == 0x0A } + 1
        try #require(faults.count == 2)
        #expect(faults[0].contains("/a:\(number):18: expected "))
        #expect(faults[1].hasSuffix("/a:\(number + 1): expected a record with a payload that has a kind"))
        #expect(try replay(broken).events.count == replay(text).events.count)
        let foreign = try survey(("f", String(repeating: "<a>\n", count: 1000))).runs[0].allFaults
        #expect(foreign.count == 21 && foreign.last?.hasSuffix("/f: 980 more lines cannot be read") == true)
        let all = SampleRun.allPassed
        let whole = try stream(all)
        #expect(try merge([whole]).code == .success)
        #expect(try merge([whole + "{"]).code == .usage)
    }

    @Test("the same case in two files counts once")
    func sameCase() throws {
        let whole = try stream(SampleRun.allPassed)
        let merged = try merge([whole, whole])
        #expect(merged.code == .success)
        #expect(merged.junit.contains(#"tests="5""#) && merged.junit.contains("is a copy of"))
        #expect(merged.terminal.contains("warning the run\n") && !merged.terminal.contains("failed the run"))
    }

    /// A stream as if its run had begun so many seconds later.
    private func later(_ text: String, by seconds: Int) -> String {
        let start = SampleRun.clock.wallClock / 1_000_000_000
        return text.replacing("\"since1970\":\(start)", with: "\"since1970\":\(start + UInt64(seconds))")
    }

    @Test("an attempt that was cut and its repetition are one run, in any order", arguments: [false, true])
    func cutAttempt(isLast: Bool) throws {
        let run = SampleRun()
        let whole = try later(shard(stream(SampleRun.allPassed), "1/1"), by: 60)
        // It ends in the middle of a line, as a machine does that is taken away.
        let cut = try String(shard(stream(run.events), "1/1").dropLast(1500))
        let merged = try merge(isLast ? [whole, cut] : [cut, whole])
        #expect(merged.code == .success, "\(merged.terminal)")
        #expect(merged.terminal.contains("another file has all of shard 1/1"))
        // A failed attempt that then passed is flaky.
        #expect(
            merged.junit.contains("<flakyFailure message=\"expected equal values, got 1 and 2 (after a discount)\""))
        #expect(merged.junit.contains(#"failures="0" errors="0""#))
    }

    @Test("of two whole runs the later has the last word")
    func wholeRuns() throws {
        let run = SampleRun()
        let failed = try stream(run.events)
        let passed = try stream(SampleRun.allPassed)
        #expect(try merge([failed, later(passed, by: 60)]).code == .success)
        #expect(try merge([later(passed, by: 60), failed]).code == .success)
        #expect(try merge([passed, later(failed, by: 60)]).code == .failure)
        // A test that skips itself says nothing of the failure.
        let skipped = try later(
            stream(
                SampleRun.allPassed.map { event in
                    guard case .caseEnded(var result) = event else { return event }
                    result.outcome = .skipped
                    return .caseEnded(result)
                }), by: 60)
        #expect(try merge([failed, skipped]).code == .failure)
    }

    @Test("what one of several cut attempts has counts")
    func cutAttempts() throws {
        let run = SampleRun()
        let first = try stream([.caseEnded(run.result(.add, .passed))]).split(separator: "\n").dropLast()
        let second = try later(stream([.caseEnded(run.result(.pay, .passed))]), by: 9).split(separator: "\n").dropLast()
        let merged = try merge([first, second].map { $0.joined(separator: "\n") + "\n" })
        #expect(merged.code == .failure && merged.terminal.contains("2 passed"))
        #expect(merged.junit.contains("its result is missing"))
    }

    @Test("a shard that is missing is named with its command")
    func missingShard() throws {
        let text = try shard(stream(SampleRun().events), "1/2")
            .replacing("runner --seed 18446744073709551615 Shop.so", with: "runner --seed 7 --shard 1/2 Shop.so")
        let gaps = try findings([("a", text)]).gaps
        #expect(gaps == ["shard 2/2 is missing; run it: runner --seed 7 --shard 2/2 Shop.so"])
    }

    @Test(
        "the command of a missing shard does not write over another shard's files",
        arguments: [
            ("--events shard-1.jsonl", "--events shard-2.jsonl"),
            ("--events=out1/e.jsonl", "--events=out1/e-2.jsonl"),
            ("--junit '1 of 11.xml' --tap -", "--junit '2 of 11.xml' --tap -"),
            ("--html report", "--html report-2"),
        ])
    func missingShardCommand(given: String, expected: String) throws {
        let text = try shard(stream(SampleRun().events), "1/2").replacing(
            "runner --seed 18446744073709551615 Shop.so", with: "runner --seed 7 --shard 1/2 \(given) Shop.so")
        let gaps = try findings([("a", text)]).gaps
        #expect(gaps == ["shard 2/2 is missing; run it: runner --seed 7 --shard 2/2 \(expected) Shop.so"])
    }

    @Test("shards of different dealings do not add up")
    func differentDealings() throws {
        let texts = try ["1/2", "2/2"].map { try shard(stream(SampleRun().events), $0) }
        let dealt = texts[1].replacing("\"casesElsewhere\":0", with: "\"casesElsewhere\":0,\"balance\":\"ab\"")
        try #require(dealt != texts[1])
        let gaps = try findings([("a", texts[0]), ("b", dealt)]).gaps
        #expect(gaps.count == 1 && gaps[0].hasPrefix("the shards were balanced by different records"))
    }

    @Test(
        "a number that cannot be is reported with its place, and what it belongs to is missing",
        arguments: [
            ("\"worker\":", "9223372036854775807"), ("\"duration\":", "18446744073.709551615"), ("\"duration\":", "-1"),
            ("\"worker\":", "\"one\""), ("\"since1970\":", "99999999999.0"),
        ])
    func badNumbers(member: String, value: String) throws {
        var passed = SampleRun().result(.add, .passed)
        passed.worker = 3
        let text = try stream([.caseEnded(passed)])
        let lines = text.split(separator: "\n").map { line in
            guard line.contains("\"kind\":\"testEnded\""), let place = line.firstRange(of: member) else {
                return String(line)
            }
            let rest = line[place.upperBound...]
            return String(line[..<place.upperBound]) + value + rest.drop { $0 != "," && $0 != "}" }
        }
        let changed = lines.joined(separator: "\n") + "\n"
        try #require(changed != text)
        let merged = try replay(changed)
        #expect(merged.faults.count == 1 && merged.faults[0].contains(": expected a "), "\(merged.faults)")
        let ended = merged.events.contains { if case .caseEnded = $0 { true } else { false } }
        #expect(!ended)
        #expect(try merge([changed]).code == .usage)
    }

    @Test("a record of all parts is written")
    func record() throws {
        let run = SampleRun()
        let text = try stream(run.events)
        let directory = try directory([("a", text)])
        var settings = Options()
        settings.record = .file(directory.path("record"))
        let terminal = open("/dev/null", O_WRONLY)
        defer { close(terminal) }
        _ = try Merge(options: settings, paths: [directory.path("a")], terminal: terminal).run()
        let record = try RecordFile.read(directory.path("record"))
        #expect(record.run.executed == 4 && record.run.failed == 2)
        #expect(record.classes.map(\.identity) == ["Shop/Shop.CartTests"])
        #expect(record.classes[0].count == 5 && record.classes[0].duration == 6000)
    }

    /// The time that this thread has used a processor, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test(
        "a long line is read in time in proportion, wherever its bad byte is", arguments: [1 << 18, 1 << 19])
    func longLine(before: Int) throws {
        let text = try stream(SampleRun.allPassed)
        let bad = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 19)
        // The last of the three bytes of a character is missing.
        let line = Array("[\"".utf8) + bad[..<before] + [0xEF, 0xBF] + bad[before...] + Array("\n".utf8)
        let directory = TemporaryDirectory()
        try directory.write(Array(text.utf8) + line, to: "long")
        let start = Self.processorTime
        let faults = try EventSurvey([EventSource(path: directory.path("long"))]).runs[0].allFaults
        #expect(Self.processorTime - start < 1)
        #expect(faults.count == 1 && faults[0].hasSuffix(":\(before + 3): the line is not UTF-8"), "\(faults)")
    }
}

extension SampleRun {
    /// Every case passes, but for the one that cannot run here.
    fileprivate static var allPassed: [Event] {
        let run = SampleRun()
        return [.caseEnded(run.result(.touch, .skipped))]
            + [.add, .pay, .low, .high].map { .caseEnded(run.result($0, .passed)) }
            + [.unitEnded(UnitResult(classIndex: 1))]
    }
}
