import Glibc
import Testing

@testable import Runner

/// `runner merge`: events back to reports, and what is missing.
@Suite struct MergeTests {
    /// The sample run's events as a file of lines.
    private func stream(
        _ events: [Event], _ run: SampleRun = SampleRun(), interruption: Interruption? = nil
    ) throws -> String {
        try run.report(events, interruption: interruption) { EventStreamReporter(context: $0, output: $1) }
    }

    /// A file of that text.
    private func file(_ text: String, _ path: String = "a") -> EventFile {
        EventFile(path: path, bytes: Array(text.utf8))
    }

    /// The JUnit report of merged files, and the exit code.
    private func merge(_ texts: [String]) throws -> (code: ExitCode, junit: String, terminal: String) {
        var template = Array("/tmp/merge-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFault("failed to make a directory") }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let paths = texts.indices.map { "\(directory)/\($0).jsonl" }
        defer {
            for path in paths + ["\(directory)/junit.xml", "\(directory)/terminal"] { unlink(path) }
            rmdir(directory)
        }
        for (path, text) in zip(paths, texts) { try write(text, to: path) }
        var settings = Options()
        settings.junit = .file("\(directory)/junit.xml")
        let terminal = open("\(directory)/terminal", O_WRONLY | O_CREAT, 0o600)
        defer { close(terminal) }
        let code = try Merge(options: settings, paths: paths, terminal: terminal).run()
        return (code, try read("\(directory)/junit.xml"), try read("\(directory)/terminal"))
    }

    /// Writes a file.
    private func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw SystemFault("failed to write \(path)") }
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        output.write(text)
        output.flush()
    }

    /// Reads a file.
    private func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw SystemFault("failed to read \(path)") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// The lines of a JUnit report in an order of their own, less the parts that say where it was made.
    private func essence(_ junit: String) -> [String] {
        junit.split(separator: "\n").map { String($0).replacing("/src/CartTests.swift\"", with: "CartTests.swift\"") }
            .sorted()
    }

    @Test func oneFileGivesTheReportThatTheRunGave() throws {
        let run = SampleRun()
        let direct = try run.report(run.events) { JUnitReporter(context: $0, output: $1) }
        let merged = try merge([stream(run.events)])
        #expect(merged.code == .failure)
        #expect(essence(merged.junit) == essence(direct))
    }

    @Test func hostileTextComesThrough() throws {
        let (run, hostile) = SampleRun.hostileRun
        let events = [.caseEnded(run.result(.touch, .skipped))] + hostile
        let direct = try run.report(events, interruption: .signal(15)) { JUnitReporter(context: $0, output: $1) }
        let merged = try merge([stream(events, run, interruption: .signal(15))])
        #expect(merged.code == .cutShort)
        let messages = { (text: String) in text.split(separator: "\n").filter { $0.contains("message=") }.sorted() }
        #expect(messages(merged.junit) == messages(direct))
    }

    @Test("what a case left behind in several attempts or repetitions comes back whole", arguments: [true, false])
    func failuresThatAreNotTheLastWord(isRepeated: Bool) throws {
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

        let file = try file(stream(events))
        var replay = EventReplay(MergedPlan([file]), file, after: [], firstWorker: 0)
        let offset = SampleRun.clock.wallClock - SampleRun.clock.instant
        let told = file.events.prefix { $0["kind"]?.text != "testEnded" }.flatMap { replay.take($0) }
        let attempts = told.compactMap { event in if case .attemptFailed(let result) = event { result } else { nil } }
        #expect(attempts.map(\.started) == failures.map { $0.started + offset })
        #expect(attempts.map(\.output) == failures.map(\.output) && attempts.map(\.logs) == failures.map(\.logs))
        #expect(attempts.map(\.duration) == failures.map(\.duration))
        #expect(attempts.map(\.worker) == failures.map(\.worker))
        #expect(attempts.map { $0.issues.map(\.message) } == failures.map { $0.issues.map(\.message) })
    }

    @Test func attemptsAttachmentsWorkersAndClassesComeBack() throws {
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
        let file = try file(stream([.attemptFailed(failed), .caseEnded(passed), .unitEnded(unit)]))
        let merged = MergedPlan([file])
        var replay = EventReplay(merged, file, after: [], firstWorker: 4)
        let events = file.events.flatMap { replay.take($0) }
        guard events.count == 3, case .attemptFailed(let first) = events[0], case .caseEnded(let second) = events[1],
            case .unitEnded(let third) = events[2]
        else {
            Issue.record("expected an attempt, a case and a class, got \(events)")
            return
        }
        #expect(
            first.outcome == .crashed && first.attempt == 1 && first.issues.map(\.message) == ["was ended", "and more"])
        #expect(first.attachments.map(\.name) == ["log"] && second.attachments.isEmpty)
        #expect(second.isFlaky && second.worker == 5 && second.duration == 1_500_000)
        // Instant 2 s of a run that started at 1 s, on the wall's clock.
        #expect(second.started == SampleRun.clock.wallClock + 1_000_000_000)
        #expect(third.started == SampleRun.clock.wallClock + 500_000_000 && third.worker == 5)
        #expect(third.issues.first?.phase == 2 && third.isAbnormal)
        #expect(replay.workerCount == 6)
    }

    @Test func whatIsMissingIsTold() throws {
        let run = SampleRun()
        let text = try stream(run.events)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { $0 + "\n" }
        let cut = lines.dropLast(8).joined()
        #expect(MergeFindings([file(text)]).gaps.isEmpty)
        #expect(MergeFindings([file(cut)]).gaps == ["a: ends before its run did"])
        #expect(MergeFindings([file("")]).gaps == ["a: has no start of a run"])
        let nothing = try merge([""])
        #expect(nothing.code == .failure && nothing.terminal.hasSuffix("\nseed 0\n"), "\(nothing.terminal)")
        let merged = try merge([cut])
        #expect(merged.code == .failure)
        #expect(merged.junit.contains("its result is missing") && merged.junit.contains("ends before its run did"))
    }

    /// A file's text as if it were of a shard.
    private func shard(_ text: String, _ shard: String, seed: String = "7", elsewhere: Int = 0) -> String {
        text.replacing("\"shard\":null", with: "\"shard\":\"\(shard)\"")
            .replacing("\"seed\":\"18446744073709551615\"", with: "\"seed\":\"\(seed)\"")
            .replacing("\"casesElsewhere\":0", with: "\"casesElsewhere\":\(elsewhere)")
    }

    @Test func shardsAreCounted() throws {
        let text = try stream(SampleRun().events)
        func gaps(_ shards: String...) -> [String] {
            MergeFindings(shards.enumerated().map { file(shard(text, $1), "\($0)") }).gaps
        }
        #expect(gaps("1/2", "2/2").isEmpty)
        #expect(gaps("1/3", "3/3") == ["shard 2/3 is missing"])
        #expect(gaps("1/2", "1/2") == ["shard 1/2 is there more than once: 0, 1", "shard 2/2 is missing"])
        #expect(gaps("1/2", "2/3") == ["the shards are of different numbers of shards: 1/2, 2/3"])
        let different = MergeFindings([file(shard(text, "1/2"), "x"), file(shard(text, "2/2", elsewhere: 5), "y")])
        #expect(different.gaps == ["the shards are of different plans: x: 4 cases, y: 9 cases in all"])
        #expect(MergeFindings([file(text, "x"), file(shard(text, "1/1"), "y")]).gaps == ["x: is no shard, others are"])
        let seeds = MergeFindings([file(shard(text, "1/2"), "x"), file(shard(text, "2/2", seed: "8"), "y")])
        #expect(seeds.gaps.isEmpty && seeds.warnings.count == 1)
    }

    @Test func aLineThatCannotBeReadIsToldWithItsPlaceAndTheRestCounts() throws {
        let run = SampleRun()
        let text = try stream([.caseEnded(run.result(.add, .passed))])
        let broken = text + "{\"version\":\"6.3\",\n[]\n"
        #expect(file(broken).faults.count == 2)
        let number = text.utf8.count { $0 == 0x0A } + 1
        #expect(file(broken).faults[0].hasPrefix("a:\(number):18: expected "))
        #expect(file(broken).faults[1] == "a:\(number + 1): expected a record with a payload and its kind")
        #expect(file(broken).events.count == file(text).events.count)
        let foreign = file(String(repeating: "<a>\n", count: 1000), "f").faults
        #expect(foreign.count == 21 && foreign.last == "f: 980 more lines cannot be read")
        let all = SampleRun.allPassed
        let whole = try stream(all)
        #expect(try merge([whole]).code == .success)
        #expect(try merge([whole + "{"]).code == .usage)
    }

    @Test func theSameCaseInTwoFilesCountsOnce() throws {
        let whole = try stream(SampleRun.allPassed)
        let merged = try merge([whole, whole])
        #expect(merged.code == .success)
        #expect(merged.junit.contains(#"tests="6""#) && merged.junit.contains("the first counts"))
        #expect(merged.terminal.contains("warning the run\n") && !merged.terminal.contains("failed the run"))
    }

    @Test(
        arguments: [
            ("1.5", 1_500_000_000), ("0.000000001", 1), ("1767323045.123456789", 1_767_323_045_123_456_789),
            ("7", 7_000_000_000), ("1e3", nil), ("-1", nil), ("99999999999999999999", nil),
        ] as [(String, UInt64?)])
    func seconds(_ digits: String, _ expected: UInt64?) {
        #expect(JSONNode(value: .number(digits), position: JSONNode.Position()).nanoseconds == expected)
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
