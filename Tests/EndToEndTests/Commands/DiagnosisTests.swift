// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The causes of failures, planted in bundles and found by the built runner (`--diagnose`).
struct DiagnosisTests {
    /// A planted cause.
    struct Planted: CustomTestStringConvertible {
        /// The classes that run, less their module.
        let classes: [String]
        /// The right verdict, as a word of the event stream.
        let cause: String
        /// The cases that are to be named, less their bundle.
        var culprits: [String] = []
        /// Further arguments.
        var arguments = ["-j1"]
        /// Whether it is about a time limit.
        var isLimited: Bool { cause == "time" }

        var testDescription: String { "\(cause): \(classes.joined(separator: ", "))" }

        /// A victim of one class, behind others.
        static func victim(
            _ name: String, of polluter: String? = nil, arguments: [String] = ["-j1"]
        ) -> Planted {
            let polluter = "\(polluter ?? name)Polluter"
            return Planted(
                classes: ["Filler", polluter, "CallbackPolluter", "\(name)Victim"], cause: "victim",
                culprits: ["Causes.\(polluter)/testPollutes"], arguments: arguments)
        }

        /// All of them.
        static let all = [
            victim("Global"), victim("File"), victim("Callback"),
            // It fails half the time.
            victim("Often", of: "Global", arguments: ["-j1", "--until-failure", "--repeat", "60"]),
            // The leak check would end their process.
            victim("Environment", arguments: ["-j1", "--leaks", "off"]),
            victim("Handler", arguments: ["-j1", "--leaks", "off"]),
            Planted(
                classes: ["Filler", "FirstPolluter", "GlobalPolluter", "SecondPolluter", "BothVictim"], cause: "victim",
                culprits: ["Causes.FirstPolluter/testPollutes", "Causes.SecondPolluter/testPollutes"]),
            Planted(
                classes: ["Filler", "Brittle", "Setter"], cause: "brittle", culprits: ["Causes.Setter/testPrepares"],
                arguments: ["-j1", "--shuffle", "off"]),
            Planted(classes: ["Filler", "Always", "GlobalPolluter"], cause: "alone"),
            Planted(classes: ["Once", "Filler"], cause: "flaky"),
            Planted(
                classes: ["FirstHolder", "SecondHolder"], cause: "concurrency",
                arguments: ["-j2", "--chance", "random=seeded"]),
            Planted(classes: ["Dawdler"], cause: "time"),
        ]
    }

    /// The bundle of causes, in a directory of its own.
    private func bundle(limit: HangLimit? = nil) throws -> (directory: TemporaryDirectory, path: String) {
        let directory = TemporaryDirectory()
        var define: [String: String?] = ["FILE_PATH": "\"\(directory.file("file"))\""]
        if let limit { define["DAWDLED_LIMIT"] = "\(Int(limit.seconds * 1000))" }
        let path = try CFixture.compile("diagnosis_causes.c", to: "Causes.so", in: directory, define: define)
        return (directory, path)
    }

    /// The diagnoses in a file of events: the members of this project's own.
    private func diagnoses(_ path: String) throws -> [[String: Any]] {
        try RecordedEvent.all(in: path).filter { $0.kind == "testkit.diagnosed" }.map(\.own)
    }

    /// Runs a command of a report, as a shell does.
    private func run(command: String, in directory: TemporaryDirectory) throws -> Subprocess.Result {
        let program = command.replacing("runner --", with: "\(Runner.path) --", maxReplacements: 1)
        return try Subprocess("/bin/sh", ["-c", program]).wait()
    }

    @Test("each planted cause is found", .long, arguments: Planted.all)
    func causes(planted: Planted) throws {
        let limit = planted.isLimited ? try HangLimit() : nil
        let limits = limit.map { ["--timeout", $0.option] } ?? []
        let (directory, path) = try bundle(limit: limit)
        let events = directory.file("events")
        let result = try Runner.run(
            ["--diagnose", "--diagnose-time", "600", "--no-state", "--seed", "3", "--events", events, path]
                + limits + planted.arguments + planted.classes.map { "Causes.\($0)" })
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        let found = try #require(try diagnoses(events).first, "\(result.output)")
        #expect(found["cause"] as? String == planted.cause, "\(result.output)")
        let culprits = (found["culprits"] as? [String])?.sorted()
        #expect(culprits == planted.culprits.map { "Causes/\($0)" }.sorted(), "\(result.output)")
        #expect(result.lines.contains("diagnosis: \(found["sentence"] ?? "")"))
    }

    @Test("the variable by which a test makes another fail is named")
    func variable() throws {
        let (directory, path) = try bundle()
        defer { withExtendedLifetime(directory) {} }
        let classes = ["Causes.Filler", "Causes.GlobalPolluter", "Causes.GlobalVictim"]
        let result = try Runner.run(["--diagnose", "--no-state", "--seed", "3", "-j1", path] + classes)
        let line = result.lines.first {
            $0.contains("Causes/Causes.GlobalPolluter left its process changed: variables of Causes.so: ")
        }
        #expect(line?.contains("global_state") == true, "\(result.output)")
        #expect(line?.contains("is_prepared") == false, "\(result.output)")
        // Only a diagnosis looks.
        let plain = try Runner.run(["--no-state", "--seed", "3", "-j1", "--verbose", path] + classes)
        #expect(!plain.output.contains("variables of"), "\(plain.output)")
    }

    @Test("a victim's report ends with a run of two, which shows it, and every report has it")
    func reports() throws {
        let (directory, path) = try bundle()
        let (junit, html, tap) = (directory.file("junit"), directory.file("html"), directory.file("tap"))
        let classes = ["Causes.Filler", "Causes.EnvironmentPolluter", "Causes.EnvironmentVictim"]
        let result = try Runner.run(
            [
                "--diagnose", "--leaks", "off", "--no-state", "--seed", "3", "-j1", "--junit", junit, "--html", html,
                "--tap", tap, path,
            ]
                + classes)
        let sentence =
            "Causes/Causes.EnvironmentPolluter/testPollutes makes Causes/Causes.EnvironmentVictim/testFinds fail"
        #expect(result.lines.contains("diagnosis: \(sentence)"), "\(result.output)")
        #expect(
            result.output.contains("Causes/Causes.EnvironmentPolluter left its process changed: "), "\(result.output)")
        let line = try #require(result.lines.first { $0.contains("printf '%s") })
        let command = line.trimmingCharacters(in: .whitespaces)
        let plain = command.replacingOccurrences(of: " --(junit|html|tap) [^ ]+", with: "", options: .regularExpression)
        let shown = try run(command: plain, in: directory)
        #expect(shown.status == 1 && shown.output.contains("FAILED: 2 cases run"), "\(plain)\n\(shown.output)")
        for report in [junit, html, tap] {
            #expect(try String(contentsOfFile: report, encoding: .utf8).contains(sentence), "\(report)")
        }
    }

    @Test("the failures of the last run are diagnosed by its record")
    func last() throws {
        let (directory, path) = try bundle()
        let (state, events) = (directory.file("state"), directory.file("events"))
        let classes = ["Causes.Filler", "Causes.GlobalPolluter", "Causes.GlobalVictim"]
        try Runner.run(["--state", state, "--seed", "3", "-j1", path] + classes)
        let result = try Runner.run(["--diagnose=last", "--state", state, "--events", events, directory.path])
        // By itself, it passes.
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let found = try diagnoses(events)
        #expect(found.map { $0["cause"] as? String } == ["victim"], "\(result.output)")
    }

    @Test("a green run has nothing to diagnose")
    func green() throws {
        let (directory, path) = try bundle()
        let events = directory.file("events")
        let result = try Runner.run(["--diagnose", "--no-state", "--events", events, path, "Causes.Filler"])
        #expect(result.status == 0 && !result.output.contains("diagnosis:"))
        #expect(try diagnoses(events).isEmpty)
    }

    @Test(
        "what Swift leaves to chance is distinguished", .long,
        arguments: [("Hashing", "hashing"), ("Numbers", "random")])
    func chance(name: String, cause: String) throws {
        let directory = TemporaryDirectory()
        let path = try CFixture.link(
            "draws.c", to: "Draws.so", in: directory, by: ["-module-name", "Draws", "SOURCES/Draws.swift"])
        // One in two seeds, or runs, fails.
        for seed in 1...60 {
            let events = directory.file("events")
            let result = try Runner.run(
                ["--diagnose", "--no-state", "--seed", "\(seed)", "-j1", "--events", events, path, "Draws.\(name)"])
            if result.status == 0 { continue }
            let found = try #require(try diagnoses(events).first, "\(result.output)")
            #expect(found["cause"] as? String == cause, "\(result.output)")
            return
        }
        Issue.record("it never failed")
    }
}
