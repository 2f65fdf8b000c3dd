// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Files that the host reads or writes, where something else stands in their place, or they may not grow.
///
/// Rules 60 and 63.
struct HostileFileTests {
    /// A bundle where everything passes, and its directory.
    private let directory = TemporaryDirectory()
    private let path: String

    /// Compiles it.
    init() throws {
        path = try CFixture.compile("many_cases.c", to: "Many.so", in: directory, define: ["CASES": "400"])
    }

    /// Runs the runner by a shell, which prepares something first, and with no signal ignored: whoever runs the tests may ignore some.
    private func shell(_ preparation: String, _ arguments: [String]) throws -> Subprocess.Result {
        let words = [Runner.path] + arguments
        let command = "\(preparation); exec env --default-signal \"$@\""
        return try Subprocess("/bin/sh", ["-c", command, "sh"] + words, in: directory.path).wait()
    }

    @Test(
        "a limit on the size of files is an error of that report, and leaves nothing behind",
        arguments: ["junit", "events", "html", "tap"])
    func writeLimit(report: String) throws {
        let target = directory.file("report")
        // Eight blocks of 512 bytes; what the run itself needs is not in files that count.
        let result = try shell("ulimit -f 8", ["--no-state", "--\(report)", target, path]).exiting(2)
        #expect(result.errors.contains("failed to write the report '\(target)': File too large"), "\(result.errors)")
        #expect(result.output.contains("400 passed"))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.filter { $0.hasSuffix(".tmp") }.isEmpty)
        #expect(names.contains("report") == (report == "events" || report == "tap"))
    }

    @Test("too few descriptors for a worker cut the run short, in words that name them", .long)
    func descriptorLimit() throws {
        let result = try shell("ulimit -n 9", ["--no-state", path]).exiting(5)
        #expect(result.errors.contains(": Too many open files, for 5 s; see the limits of "), "\(result.errors)")
        #expect(result.errors.contains("while bundles were loaded; nothing ran"), "\(result.errors)")
    }

    @Test("a pipe in the place of the configuration is refused, and of the record a warning")
    func pipes() throws {
        try #require(mkfifo(directory.file("testkit.json"), 0o600) == 0)
        let refused = try shell(":", ["--no-state", directory.path]).exiting(2)
        #expect(refused.errors.contains("testkit.json': expected a regular file, got a pipe"), "\(refused.errors)")
        let state = directory.file("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try #require(mkfifo("\(state)/record", 0o600) == 0)
        let run = try shell(":", ["--no-config", "--rerun-failed", "--state", state, path])
        #expect(run.status == 0 && run.output.contains("400 passed"))
        #expect(run.errors.contains("record': expected a regular file, got a pipe"), "\(run.errors)")
    }

    @Test("a report goes to a pipe whose reader comes late, which a message says", arguments: ["junit", "events"])
    func lateReader(report: String) throws {
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = try Runner.start(["--no-state", "--\(report)", pipe, path])
        defer { kill(process.identifier, SIGKILL) }
        #expect(try waitUntil(within: .seconds(30)) { try process.errorsSoFar().contains("waiting for the report") })
        let errors = try process.errorsSoFar()
        #expect(errors.contains("waiting for the report '\(pipe)', which is a pipe: open it for reading"), "\(errors)")
        let read = try Subprocess("/bin/cat", [pipe]).wait()
        #expect(read.output.contains("test000399"), "\(read.output.prefix(500))")
        #expect(try process.wait().status == 0)
    }

    @Test("an interrupt ends the wait for the reader of a report, with the exit code of a run that was cut short")
    func interruptedWait() throws {
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = try Runner.start(["--no-state", "--junit", pipe, path])
        defer { kill(process.identifier, SIGKILL) }
        #expect(try waitUntil(within: .seconds(30)) { try process.errorsSoFar().contains("waiting for the report") })
        process.interrupt()
        let result = try process.wait().exiting(5)
        #expect(result.errors.contains("interrupted while waiting for the pipe's reader"), "\(result.errors)")
    }

    @Test("a merge may write its events over a file that it reads")
    func mergeOverItself() throws {
        let events = directory.file("events")
        try Runner.run(["--no-state", "--events", events, path])
        for _ in 0..<2 {
            let result = try Runner.run(["merge", "--events", events, events])
            #expect(result.status == 0 && result.output.contains("400 passed"), "\(result.output) \(result.errors)")
        }
    }
}
