// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run leaves no process and no file behind, whatever its bundles do.
///
/// Rule 41.
struct LeftoverTests {
    /// The actions of the bundles in the body of a case.
    private static let ways = [
        "segv", "exit", "kill", "loop", "blocked", "daemon", "forkstay", "setsid", "close", "replace", "late", "flood",
    ]

    /// How the run is started.
    struct Start: Sendable, CustomTestStringConvertible {
        /// The name, for the test's display.
        let testDescription: String
        /// More arguments.
        let arguments: [String]
        /// The signal that it receives while the endless cases run.
        var signal: Int32?
    }

    @Test(
        "no process, no temporary file and no file in the working directory stays behind", .long,
        arguments: [
            Start(testDescription: "to its end", arguments: ["--timeout", "1"]),
            Start(testDescription: "each case by itself", arguments: ["--timeout", "1", "--isolation", "case"]),
            Start(testDescription: "cut short by its own limit", arguments: ["--run-timeout", "1"]),
            Start(testDescription: "interrupted", arguments: [], signal: SIGINT),
        ])
    func nothingStays(start: Start) throws {
        let directory = TemporaryDirectory()
        let ways = MatrixModel.ways.filter { Self.ways.contains($0.name) }
        let cells = try MatrixModel.make(ways, [.body], in: directory)
        let temporary = try directory.makeDirectory("temporary")
        let working = try directory.makeDirectory("working")
        let mark = "LEFTOVER_MARK=\(UUID().uuidString)"
        let pair = mark.split(separator: "=").map(String.init)
        let shared = Self.contents(of: "/dev/shm")
        let process = try Subprocess(
            Runner.path, ["--no-state", "--jobs", "8"] + start.arguments + [cells],
            environment: ["TMPDIR": temporary, pair[0]: pair[1]], in: working)
        if let signal = start.signal {
            // The directory of a case that never ends: then some have died before, as like as not, and all have begun.
            try #require(waitUntil { Self.contents(of: temporary).contains { $0.hasPrefix("testkit-") } })
            try #require(kill(process.identifier, signal) == 0)
        }
        let result = try process.wait()
        #expect([1, 5].contains(result.status), "\(result.output)")
        // The kernel may take a moment over those that were killed and are nobody's children.
        #expect(waitUntil { Self.processes(with: mark).isEmpty }, "\(Self.processes(with: mark))")
        #expect(Self.contents(of: temporary) == [])
        #expect(Self.contents(of: working) == [])
        #expect(Self.contents(of: "/dev/shm").subtracting(shared).filter { $0.contains("testkit") } == [])
    }

    @Test(
        "an orphan that has ended is waited for while the run goes on",
        arguments: TestDepth.some(1, of: ["worker", "class", "case"]))
    func orphans(isolation: String) throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("orphans.c", to: "Orphans.so", in: directory)
        try Runner.run(["--no-state", "--isolation", isolation, directory.path]).exiting(0)
    }

    /// The names in a directory.
    private static func contents(of path: String) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }

    /// The processes that run with a variable in their environment.
    private static func processes(with mark: String) -> [String] {
        contents(of: "/proc").filter { name in
            guard Int32(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
                return false
            }
            return data.range(of: Data(mark.utf8)) != nil
        }
    }
}
