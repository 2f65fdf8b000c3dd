// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run that the user ends.
///
/// Rules 36, 41 and 61.
struct InterruptTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test(
        "an interrupt ends the run, shows what came before, and leaves no process behind", arguments: [SIGINT, SIGTERM])
    func interrupt(signal: Int32) throws {
        let (process, left) = try startWaiting("-v", "--jobs", "2")
        try #require(left.count == 2)
        let group = getpgid(left[0])
        #expect(left.allSatisfy { kill($0, 0) == 0 })
        try #require(kill(process.identifier, signal) == 0)

        let result = try process.wait().exiting(5)
        let report = Report(result.output)
        #expect(report.entries(about: "Waiting/Waiting.EarlyTests/testEarly").map(\.kind) == [.passed])
        #expect(report.entries(about: "Waiting/Waiting.LateTests/testLate").map(\.kind) == [.notRun])
        #expect(
            result.lines.contains { $0.hasPrefix("CUT SHORT by ") && $0.hasSuffix("2 cases not run") },
            "\(result.output)")
        #expect(result.lines.last?.hasPrefix("repeat: runner ") == true)
        // What was running, with its time.
        let running = report.entries(about: "Waiting/Waiting.WaitingTests/testWaits")
        #expect(running.map(\.kind) == [.cutShort], "\(result.output)")
        #expect(running.first?.details.first?.contains(/^had been running for .* when the run was cut short$/) == true)
        // They are killed, but the kernel may take a moment over those that are no children of the runner's.
        #expect(try waitUntil { try members(of: group).isEmpty && left.allSatisfy { !isAlive($0) } })
    }

    @Test("SIGUSR1 says what is running, the second one with its stack, and the run goes on")
    func question() throws {
        let (process, _) = try startWaiting("--jobs", "1")
        for (count, word) in [(1, "running:"), (2, " in Waiting.so\n")] {
            try #require(kill(process.identifier, SIGUSR1) == 0)
            #expect(
                try waitUntil { try process.outputSoFar().matches(of: /; running:\n  .*testWaits \(/).count == count })
            #expect(try waitUntil { try process.outputSoFar().contains(word) })
        }
        process.interrupt()
        let result = try process.wait()
        #expect(
            result.status == 5 && !Report(result.output).outcomes.contains { $0.kind == .crashed }, "\(result.output)")
    }

    @Test("a signal to a worker and then to the host, as a service manager sends it, is no crash")
    func toAll() throws {
        let (process, _) = try startWaiting("-v", "--jobs", "1")
        for one in ProcessTree.below(process.identifier).reversed() { kill(one.identifier, SIGTERM) }
        let result = try process.wait()
        #expect(result.status == 5 && result.output.contains("CUT SHORT by SIGTERM"), "\(result.output)")
        #expect(!Report(result.output).outcomes.contains { $0.kind == .crashed }, "\(result.output)")
    }

    @Test("a second interrupt ends the host at once, even while it writes to somebody who does not read")
    func secondInterrupt() throws {
        let path = try CFixture.compile("odd_reports.c", to: "Odd.so", in: directory)
        let reports = TemporaryDirectory()
        // It holds a message of a megabyte: more than a pipe takes, so most of the report is still to be written.
        let (process, ends) = try startUnread(["-v", "--no-state", "--junit", reports.file("report.xml"), path])
        defer {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            for end in ends { close(end) }
        }
        let during = try FileManager.default.contentsOfDirectory(atPath: reports.path)
        #expect(during.count == 1)
        // Two that come before the first is delivered would be one.
        try #require(waitUntil { kill(process.processIdentifier, SIGINT) != 0 || !process.isRunning })
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
        let after = try FileManager.default.contentsOfDirectory(atPath: reports.path)
        #expect(after.isEmpty)
    }

    /// Runs a bundle until one of its cases has begun, which never ends in the usual one; the processes of the case.
    private func startWaiting(
        _ options: String..., in bundle: String? = nil, after command: String = ""
    ) throws -> (process: Subprocess, left: [Int32]) {
        let path = try bundle ?? CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let words = ["-c", command + "exec \"$0\" \"$@\"", Runner.path] + options + [path]
        let process = try Subprocess("/bin/sh", words, environment: ["FIXTURE_PIPE": pipe])
        return (process, try Fifo.line(from: pipe).split { $0.isWhitespace }.compactMap { Int32($0) })
    }

    /// Starts a command whose standard output is a pipe that nobody reads, and waits until that is full.
    private func startUnread(_ arguments: [String]) throws -> (process: Process, ends: [Int32]) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Runner.path)
        process.arguments = arguments
        process.standardOutput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
        process.standardError = FileHandle.nullDevice
        try process.run()
        let isFull = waitUntil {
            var entry = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
            return poll(&entry, 1, 0) == 0
        }
        #expect(isFull && process.isRunning)
        return (process, ends)
    }

    @Test(
        "one interrupt ends a command that is not a run, even while it writes to somebody who does not read",
        arguments: TestDepth.some(1, of: ["merge", "replay", "archive"]))
    func interruptedCommand(command: String) throws {
        let path = try CFixture.compile("many_cases.c", to: "Many.so", in: directory, define: ["CASES": "3000"])
        let (events, place) = (directory.file("events"), TemporaryDirectory())
        try directory.write([UInt8](repeating: 0, count: 1 << 20), to: "data")
        try Runner.run(["--no-state", "--events", events, path])
        let reports = ["tap", "junit", "html"].flatMap { ["--\($0)", place.file($0)] }
        let arguments = command == "archive" ? [command, "--output", "-", path] : [command, "-v"] + reports + [events]
        let (process, ends) = try startUnread(arguments)
        defer {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            for end in ends { close(end) }
        }
        process.interrupt()
        try #require(waitUntil(within: .seconds(30)) { !process.isRunning })
        #expect(process.terminationReason == .exit && process.terminationStatus == 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test("one interrupt ends a merge that has waited for the reader of a pipe, and that can still be stopped")
    func interruptedAfterWait() throws {
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Runner.path)
        process.arguments = ["merge", "--tap", pipe, "--junit", directory.file("junit"), "-"]
        process.standardInput = Pipe()
        let errors = try directory.write([], to: "errors")
        process.standardError = FileHandle(forWritingAtPath: errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        #expect(
            try waitUntil(within: .seconds(30)) {
                try String(contentsOfFile: errors, encoding: .utf8).contains("waiting for the report")
            })
        let reader = open(pipe, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        #expect(
            try waitUntil {
                try FileManager.default.contentsOfDirectory(atPath: directory.path).contains { $0.hasPrefix("junit.") }
            })
        try #require(kill(process.processIdentifier, SIGTSTP) == 0)
        #expect(waitUntil(within: .seconds(30)) { state(of: process.processIdentifier) == "T" })
        try #require(kill(process.processIdentifier, SIGCONT) == 0)
        process.terminate()
        try #require(waitUntil(within: .seconds(30)) { !process.isRunning })
        #expect(process.terminationReason == .exit && process.terminationStatus == 5)
        #expect(try String(contentsOfFile: errors, encoding: .utf8).contains("cut short by an interrupt"))
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: directory.path)) == ["pipe", "errors"])
    }

    @Test("an interrupted archive leaves no part of itself")
    func interruptedArchive() throws {
        let (directory, place) = (TemporaryDirectory(), TemporaryDirectory())
        let path = try CFixture.compile("odd_reports.c", to: "Odd.so", in: directory)
        let data = try directory.write([], to: "data")
        // It takes no room on the disk, and a while to copy.
        try #require(truncate(data, 1 << 34) == 0)
        let process = try Runner.start(["archive", "--output", place.file("all.tar"), path])
        #expect(waitUntil { (try? FileManager.default.contentsOfDirectory(atPath: place.path))?.isEmpty == false })
        process.interrupt()
        try process.wait(limit: 30).exiting(5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test("the run stops and goes on as its user does")
    func stopAndContinue() throws {
        let (process, left) = try startWaiting("--jobs", "2")
        let worker = try #require(left.first)
        try #require(kill(process.identifier, SIGTSTP) == 0)
        #expect(waitUntil { state(of: worker) == "T" && state(of: process.identifier) == "T" })
        try #require(kill(process.identifier, SIGCONT) == 0)
        #expect(waitUntil { state(of: worker) == "S" && state(of: process.identifier) == "S" })
        process.interrupt()
        #expect(try process.wait().status == 5)
    }

    @Test(
        "time in which all processes of the run were stopped from outside counts for no limit", .long,
        arguments: [true, false])
    func frozen(isHostFirst: Bool) throws {
        let limit = try HangLimit(atLeast: 2)
        let half = Int(limit.seconds * 500)
        let path = try CFixture.compile(
            "sleeping.c", to: "Sleeping.so", in: directory, define: ["MILLISECONDS": "\(half)"])
        let (process, left) = try startWaiting("-v", "--no-state", "--timeout", limit.option, in: path)
        defer { kill(process.identifier, SIGKILL) }
        let worker = try #require(left.first)
        var all = [process.identifier, worker]
        for process in all { try #require(kill(process, SIGSTOP) == 0) }
        #expect(waitUntil { all.allSatisfy { state(of: $0) == "T" } })
        let end = ContinuousClock.now + .seconds(limit.seconds * 1.5)
        #expect(waitUntil { ContinuousClock.now > end })
        if !isHostFirst { all.reverse() }
        try #require(kill(all[0], SIGCONT) == 0)
        // It has a moment in which it is alone.
        #expect(waitUntil { state(of: all[0]) != "T" })
        usleep(100_000)
        try #require(kill(all[1], SIGCONT) == 0)
        let report = try process.wait().exiting(0).report
        #expect(report.entries(about: "Sleeping/Sleeping.SleepingTests/testSleeps").map(\.kind) == [.passed])
    }

    @Test("a terminal that hangs up cuts the run short, unless nohup says otherwise", arguments: ["", "trap '' HUP; "])
    func hangUp(command: String) throws {
        let (process, _) = try startWaiting(after: command)
        try #require(kill(process.identifier, SIGHUP) == 0)
        if !command.isEmpty { process.interrupt() }
        let result = try process.wait().exiting(5)
        #expect(result.output.contains("CUT SHORT by \(command.isEmpty ? "SIGHUP" : "an interrupt"): "))
    }

    @Test("a time limit for the whole run ends it, and the report says what was running, for how long and where")
    func runTimeout() throws {
        let path = try CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let events = directory.file("events")
        let limit = ["--run-timeout", try HangLimit().option, "--events", events]
        let (result, report) = try Runner.report(limit + [path], exiting: 5)
        #expect(
            result.lines.contains { $0.hasPrefix("CUT SHORT by ") && $0.hasSuffix("2 cases not run") },
            "\(result.output)")
        #expect(report.entries(about: "Waiting/Waiting.EarlyTests/testEarly").map(\.kind) == [.passed])
        let running = report.entries(about: "Waiting/Waiting.WaitingTests/testWaits")
        #expect(running.map(\.kind) == [.cutShort], "\(result.output)")
        #expect(running.first?.details.contains { $0.contains(#/waits \+ \d+ in Waiting\.so/#) } == true, "\(running)")
        let ends = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n").filter {
            $0.contains("\"reasonKind\":\"interrupted\"")
        }
        #expect(ends.count == 1 && !ends.contains { $0.contains("\"duration\":0.0000") }, "\(ends)")
    }

    @Test("one signal ends a run whose time limit is next to nothing, and whose cases survive SIGTERM", .long)
    func leastLimit() throws {
        let path = try CFixture.compile(
            "timed_classes.c", to: "Throng.so", in: directory,
            define: ["CLASSES": "30", "MICROSECONDS": "60000000", "STUBBORN": nil])
        let process = try Runner.start(["-v", "--jobs", "1", "--timeout", "1e-9", path])
        defer { kill(process.identifier, SIGKILL) }
        #expect(try waitUntil { try process.outputSoFar().contains("timed out") })
        try #require(kill(process.identifier, SIGTERM) == 0)
        #expect(waitUntil { state(of: process.identifier) == "Z" || state(of: process.identifier) == nil })
        if state(of: process.identifier) != nil { kill(process.identifier, SIGKILL) }
        #expect(try process.wait().status == 5)
    }

    @Test("a case that takes long is announced while it runs, to people and to programs")
    func slowCaseIsAnnounced() throws {
        let path = try CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let events = directory.file("events")
        // It is announced at half its limit; the end of the run comes before the limit.
        let half = try HangLimit(atLeast: 0.5)
        let limits = ["--timeout", "\(half.seconds * 2)", "--run-timeout", "\(half.seconds * 1.6)"]
        let result = try Runner.run(limits + ["--events", events, path]).exiting(5)
        let identity = "Waiting/Waiting.WaitingTests/testWaits"
        let announced = result.lines.filter { $0.hasPrefix("still running") }
        #expect(announced == ["still running: \(identity) (\(half.text()))"])
        let text = try String(contentsOfFile: events, encoding: .utf8)
        #expect(text.split(separator: "\n").filter { $0.contains("\"kind\":\"testkit.stillRunning\"") }.count == 1)
    }

    /// The processes of a group that have not ended.
    private func members(of group: pid_t) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard let process = Int32(name) else { return false }
            return getpgid(process) == group && isAlive(process)
        }
    }

    /// Whether a process runs: one that has ended and that nobody has waited for does not.
    private func isAlive(_ process: pid_t) -> Bool {
        guard let state = state(of: process) else { return false }
        return state != "Z" && state != "X"
    }

    /// The letter that the kernel has for what a process is at; nil if there is none.
    private func state(of process: pid_t) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields.dropFirst().first.map(String.init)
    }
}
