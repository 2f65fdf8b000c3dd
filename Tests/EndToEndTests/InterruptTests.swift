// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run that the user ends.
struct InterruptTests {
    @Test(
        "an interrupt ends the run, tells what came before, and leaves no process behind", arguments: [SIGINT, SIGTERM])
    func interrupt(signal: Int32) throws {
        let directory = try TemporaryDirectory()
        let path = try CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = try Runner.start(["-v", "--jobs", "2", path], environment: ["FIXTURE_PIPE": pipe])

        let text = try line(from: pipe)
        let left = text.split { $0.isWhitespace }.compactMap { Int32($0) }
        try #require(left.count == 2)
        let group = getpgid(left[0])
        #expect(left.allSatisfy { kill($0, 0) == 0 })
        try #require(kill(process.identifier, signal) == 0)

        let result = try process.wait()
        #expect(result.status == 5)
        let report = Report(result.output)
        #expect(report.entries(about: "Waiting/Waiting.EarlyTests/testEarly").map(\.kind) == [.passed])
        #expect(!report.order.contains("Waiting/Waiting.LateTests/testLate"))
        #expect(
            result.lines.contains { $0.hasPrefix("CUT SHORT by ") && $0.hasSuffix("2 cases not run") },
            "\(result.output)")
        #expect(result.lines.last?.hasPrefix("repeat: runner ") == true)
        // They are killed, but the kernel may take a moment over those that are no children of the runner's.
        #expect(try holdsSoon { try members(of: group).isEmpty && left.allSatisfy { !isAlive($0) } })
    }

    @Test("a time limit for the whole run ends it, and the exit code says so")
    func runTimeout() throws {
        let directory = try TemporaryDirectory()
        let path = try CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let result = try Runner.run(["-v", "--run-timeout", "1", path])
        #expect(result.status == 5)
        #expect(
            result.lines.contains { $0.hasPrefix("CUT SHORT by ") && $0.hasSuffix("2 cases not run") },
            "\(result.output)")
        let report = Report(result.output)
        #expect(report.entries(about: "Waiting/Waiting.EarlyTests/testEarly").map(\.kind) == [.passed])
    }

    @Test("a case that takes long is announced while it runs, to people and to programs")
    func slowCaseIsAnnounced() throws {
        let directory = try TemporaryDirectory()
        let path = try CFixture.compile("waiting.c", to: "Waiting.so", in: directory)
        let events = directory.file("events")
        let result = try Runner.run(["--timeout", "1", "--run-timeout", "0.8", "--events", events, path])
        #expect(result.status == 5)
        let identity = "Waiting/Waiting.WaitingTests/testWaits"
        #expect(result.lines.filter { $0.hasPrefix("still running") } == ["still running: \(identity) (0.5 s)"])
        let text = try String(contentsOfFile: events, encoding: .utf8)
        #expect(text.split(separator: "\n").filter { $0.contains("\"kind\":\"testkit.stillRunning\"") }.count == 1)
    }

    /// The first line that somebody writes to a pipe.
    ///
    /// Waits for it, but not for ever.
    private func line(from pipe: String) throws -> String {
        let descriptor = open(pipe, O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 20_000) == 1, "nobody wrote to the pipe")
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Whether a condition holds now or within ten seconds.
    private func holdsSoon(_ condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while try !condition() {
            if ContinuousClock.now > end { return false }
            usleep(1000)
        }
        return true
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
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let state = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst().first
        else { return false }
        return state != "Z" && state != "X"
    }
}
