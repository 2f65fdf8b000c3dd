// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run that gives each worker what it had before (`--rerun-exactly`).
///
/// Rule 67.
struct RerunExactlyTests {
    /// Three bundles, of which one kills its worker.
    private func bundles() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
        try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        try CFixture.compile(
            "deadly.c", to: "Deadly.so", in: directory, define: ["DEED": "\"crash\"", "PLACE": "BODY"])
        return directory
    }

    /// The tests of each worker in a record, process by process.
    private func workers(_ path: String) throws -> [[[String]]] {
        var workers: [[[String]]] = []
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            if line == "%worker" {
                workers.append([])
            } else if line == "%process" {
                workers[workers.count - 1].append([])
            } else if !line.hasPrefix("%"), !line.hasPrefix("#") {
                workers[workers.count - 1][workers[workers.count - 1].count - 1].append(String(line))
            }
        }
        return workers
    }

    @Test("each worker runs again what it ran, in processes with the same history", .long)
    func exactly() throws {
        let directory = try bundles()
        let state = directory.file("state")
        let first = try Runner.run(["--state", state, "--seed", "5", "-j3", directory.path]).exiting(1)
        let record = state + "/order"
        let before = try workers(record)
        #expect(before.flatMap { $0 }.flatMap { $0 }.contains("Plain/Plain.SumTests"), "a class stands as a whole")
        let hint = "seed 5 (fixed by --seed; --rerun-exactly repeats the run worker by worker)"
        #expect(first.lines.contains(hint), "\(first.output)")
        #expect(first.lines.count { $0.hasPrefix("repeat") } == 1, "\(first.output)")
        // The new run notes elsewhere what it did.
        let copy = try directory.write(Array(try Data(contentsOf: URL(fileURLWithPath: record))), to: "copy")
        let events = directory.file("events")
        let again = try Runner.run(
            ["--state", state, "--rerun-exactly", "--events", events, directory.path])
        #expect(again.status == 1 && again.lines.contains("seed 5"), "\(again.output)\(again.errors)")
        #expect(try workers(record) == before, "the record of the first run stays")
        var ran: [Int: [String]] = [:]
        for event in try RecordedEvent.all(in: events) where event.kind != "testkit.attemptFailed" {
            guard event.own["outcome"] != nil, let identity = event.own["identity"] as? String,
                let worker = event.own["worker"] as? Int
            else { continue }
            ran[worker, default: []].append(identity)
        }
        #expect(ran.count == before.count)
        for (worker, processes) in before.enumerated() {
            let tests = processes.flatMap { $0 }
            var classes: [String] = []
            for identity in ran[worker] ?? [] {
                let whole = tests.contains(identity) ? identity : String(identity.prefix { $0 != "[" })
                let name =
                    tests.contains(whole) ? whole : String(whole[..<(whole.lastIndex(of: "/") ?? whole.endIndex)])
                if classes.last != name { classes.append(name) }
            }
            #expect(classes == tests, "worker \(worker)")
        }
        let one = try Runner.run(["--state", state, "-v", "--rerun-exactly=0", directory.path])
        #expect(Report(one.output).outcomes.count == ran[0]?.count)
        let named = try Runner.run(["--no-state", "--rerun-exactly=\(copy)", directory.path])
        #expect(named.status == 1 && named.lines.contains("seed 5"), "\(named.errors)")
    }

    @Test("what has changed since is named, and the rest runs; half a record is refused")
    func changes() throws {
        let directory = try bundles()
        let state = directory.file("state")
        try Runner.run(["--state", state, "--seed", "5", "-j2", directory.path])
        try FileManager.default.removeItem(atPath: directory.file("Deadly.so"))
        try CFixture.compile("ordered.c", to: "Ordered.so", in: directory, define: ["STABLE": nil])
        let again = try Runner.run(["--state", state, "--rerun-exactly", directory.path]).exiting(0)
        #expect(again.errors.contains("warning: Ordered has changed since the recorded run"))
        #expect(again.errors.contains("no test is named 'Deadly/Deadly.VictimTests/testDies'; the other tests run"))
        #expect(!again.errors.contains("Plain has changed"))
        let missing = try Runner.run(["--state", state, "--rerun-exactly=7", directory.path])
        #expect(missing.status == 2 && missing.errors.contains("expected a worker of the last run, from 0 to"))
        let text = try String(contentsOfFile: state + "/order", encoding: .utf8)
        let half = try directory.write(Array(text.utf8.prefix(text.utf8.count / 2)), to: "half")
        let refused = try Runner.run(["--rerun-exactly=\(half)", directory.path])
        #expect(refused.status == 2 && refused.errors.contains("not a complete record"))
    }
}
