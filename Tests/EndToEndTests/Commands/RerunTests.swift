// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Running again: stopping at failures, repetitions, and what the record of runs is for.
///
/// Rules 37, 39 and 40.
struct RerunTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    // MARK: --fail-fast

    @Test("--fail-fast starts nothing more after a failure, and shows what did not run", arguments: ["worker", "case"])
    func failFast(isolation: String) throws {
        let path = try CFixture.compile("odd_reports.c", to: "Odd.so", in: directory)
        let result = try Runner.run(["-v", "-j1", "--fail-fast", "--seed", "1", "--isolation", isolation, path])
        #expect(result.status == 1)
        let kinds = Report(result.output).outcomes.map(\.kind)
        let first = try #require(kinds.firstIndex(of: .failed))
        #expect(kinds[..<first].allSatisfy { $0 == .passed || $0 == .skipped })
        #expect(kinds.count == 14 && kinds[(first + 1)...].allSatisfy { $0 == .notRun }, "\(kinds)")
        #expect(result.lines.contains("STOPPED by --fail-fast: \(13 - first) cases not run"))
    }

    @Test("--fail-fast=N lets N fail, and a crash counts")
    func failFastAfterSeveral() throws {
        let odd = try CFixture.compile("odd_reports.c", to: "Odd.so", in: directory)
        let three = try Runner.run(["-v", "-j1", "--fail-fast=3", "--seed", "1", odd]).exiting(1)
        #expect(Report(three.output).outcomes.filter { $0.kind == .failed }.count == 3)
        #expect(try Runner.run(["-v", "-j1", "--fail-fast=100", odd]).output.contains("STOPPED") == false)

        let define = ["DEED": "\"crash\"", "PLACE": "BODY"]
        let deadly = try CFixture.compile("deadly.c", to: "Deadly.so", in: directory, define: define)
        let result = try Runner.run(["-v", "-j1", "--fail-fast", deadly])
        let kinds = Report(result.output).outcomes.map(\.kind)
        #expect(result.status == 1 && kinds.filter { $0 == .crashed }.count == 1, "\(kinds)")
        let crash = try #require(kinds.firstIndex(of: .crashed))
        #expect(kinds[(crash + 1)...].allSatisfy { $0 == .notRun }, "\(kinds)")
    }

    // MARK: --until-failure

    @Test("--until-failure goes on by the next seed, and says how to repeat what failed")
    func untilFailure() throws {
        let path = try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
        let start = try #require(try (1...64).first { try !CFixture.orderedFails(path, seed: $0) })
        let failing = try #require(try (start...64).first { try CFixture.orderedFails(path, seed: $0) })
        let result = try Runner.run(["-j1", "--until-failure", "--seed", "\(start)", path]).exiting(1)
        let number = failing - start + 1
        let heading = "  failed Ordered/Ordered.StepTests/testNeeds in 1 of \(number) repetitions, "
        #expect(result.lines.contains(heading + "first in repetition \(number) (seed \(failing))"), "\(result.output)")
        // Shown once, when it happens.
        #expect(result.lines.count { $0.hasPrefix("failed ") } == 1)
        let command = "runner --seed \(failing) -j1 \(path)"
        #expect(result.lines.last == "repeat the failed repetition \(number) alone: \(command)")
        let again = try Runner.run(Array(command.split(separator: " ").dropFirst().map(String.init)))
        #expect(again.status == 1 && again.output.contains("not prepared"))
    }

    // MARK: The record

    @Test("--rerun-failed runs what failed when it last ran, and in the end nothing")
    func rerunFailed() throws {
        let odd = try CFixture.compile("odd_reports.c", to: "Odd.so", in: directory)
        let plain = try CFixture.compile("ordinary.c", to: "Plain.so", in: directory, define: ["FAILS": nil])
        let state = ["--state", directory.file("state")]
        func run(_ arguments: String...) throws -> Subprocess.Result {
            // One worker: what two report comes in any order.
            try Runner.run(["-v", "--jobs", "1", directory.path] + state + arguments)
        }
        let first = try run("--rerun-failed")
        #expect(first.errors.contains("there is no record of an earlier run") && first.status == 1)
        // One of them after its end.
        let failed = Set(Report(first.output).entries.filter { [.failed, .late].contains($0.kind) }.map(\.identity))
        #expect(failed.count == 11)
        #expect(Set(try run("--rerun-failed", "--list").lines.filter { !$0.contains("u{1B}") }).isSubset(of: failed))

        // The same as a set of an expression, and all others.
        let listed = Set(try run("--rerun-failed", "--list").lines)
        #expect(Set(try run("--list", "--filter", "set:failed").lines) == listed)
        let others = Set(try run("--list", "--filter", "not failed").lines)
        let all = Set(try run("--list").lines)
        #expect(others.isDisjoint(with: listed) && others.union(listed) == all)
        #expect(
            try run("--list", "--filter", "bundle:Odd and (new or failed)").lines.allSatisfy { $0.hasPrefix("Odd/") })
        let (configuration, log) = (directory.file("of-failed.json"), directory.file("log"))
        try #"{"set-up": [{"run": "echo up >> \#(log)", "for": "failed and not case:None"}]}"#.write(
            toFile: configuration, atomically: true, encoding: .utf8)
        let chosen = try run("--config", configuration, "--filter", "set:failed").lines.last
        #expect(chosen?.contains("Odd/") == true && chosen?.contains("set:failed") == false, "\(chosen ?? "")")
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "up\n")
        let stateless = try Runner.run(["--no-state", "--filter", "not failed", plain]).exiting(2)
        #expect(stateless.errors.contains("the set 'failed' of tests and --no-state cannot be used together"))

        // A part of it, mended; the rest is remembered.
        try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        let second = try Runner.run(["-v", "--rerun-failed", plain] + state).exiting(0)
        #expect(Report(second.output).order == ["Plain/Plain.TextTests/outlineTestReads[two words]"])
        let third = try run("--rerun-failed")
        #expect(Set(Report(third.output).order) == failed.filter { $0.hasPrefix("Odd/") })
        // The line that repeats it does not depend on the record.
        let line = try #require(third.lines.last { $0.hasPrefix("repeat: runner ") })
        let again = try Subprocess("/bin/sh", ["-c", line.replacing("repeat: runner", with: "exec '\(Runner.path)'")])
            .wait()
        #expect(Report(again.output).order == Report(third.output).order)
        let nothing = try Runner.run(["--rerun-failed", plain] + state).exiting(3)
        #expect(nothing.errors.contains("nothing to run again"))
        try FileManager.default.removeItem(atPath: odd)
    }

    @Test("runs that end at the same time are all in the record")
    func severalRunsAtOnce() throws {
        let runs = try (1...8).map { number in
            let path = try CFixture.compile("ordinary.c", to: "Plain\(number).so", in: directory)
            return try Runner.start(["-q", "--state", directory.file("state"), path])
        }
        for run in runs { #expect(try run.wait().status == 0) }
        let record = try String(contentsOfFile: directory.file("state") + "/record", encoding: .utf8)
        for number in 1...8 { #expect(record.contains("Plain\(number)/Plain.SumTests\n"), "\(number)") }
        #expect(record.hasPrefix("testkit-record 2\nrun\t8\t"))
    }

    @Test("--no-state keeps no record")
    func noState() throws {
        let path = try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        #expect(try Runner.run(["-q", "--no-state", path], in: directory.path).errors.isEmpty)
        #expect(!directory.contains(".testkit"))
        try Runner.run(["-q", path], in: directory.path)
        #expect(directory.contains(".testkit/record"))
    }
}
