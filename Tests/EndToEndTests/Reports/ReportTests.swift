// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The reports of a bundle, and their display.
///
/// Rules 34 and 38.
struct ReportTests {
    /// The odd bundle's directory and path.
    private let directory: TemporaryDirectory
    private let path: String

    /// Compiles it.
    init() throws {
        directory = try TemporaryDirectory()
        path = try FixtureModel.odd.make(in: directory)
    }

    /// A run of some of its cases.
    private func run(_ identities: String..., options: [String] = ["-v"]) throws -> Subprocess.Result {
        try Runner.run(options + [path] + identities)
    }

    /// A run by way of a shell.
    private func shell(_ command: String) throws -> Subprocess.Result {
        try Subprocess("/bin/sh", ["-c", "'\(Runner.path)' \(command)"], in: directory.path).wait()
    }

    @Test(
        "what standard output cannot take is reported, and is an error",
        arguments: [
            "--list Odd.so", "--help", "--show-config Odd.so", "inspect Odd.so",
            "-q Odd.so Odd.OutputTests/testPrintsAndPasses",
        ])
    func fullStandardOutput(command: String) throws {
        let result = try shell(command + " >/dev/full")
        #expect(result.status == 2)
        #expect(result.errors == "runner: failed to write to standard output: No space left on device\n")
    }

    @Test("a report does not take the place of a standard stream that is closed")
    func closedStandardStreams() throws {
        let result = try shell("--events events.jsonl Odd.so >&- 2>&-")
        #expect(result.status == 1 && result.output.isEmpty && result.errors.isEmpty)
        let lines = try String(contentsOfFile: directory.file("events.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 30 && lines.allSatisfy { $0.hasPrefix(#"{"version":"6.3","#) })
    }

    @Test("an issue that comes late fails the run, and lands on no other case")
    func late() throws {
        let result = try run("LateTests", "OutputTests/testPrintsAndPasses")
        let report = Report(result.output)
        let late = report.entries.filter { $0.kind == .late }
        #expect(late.map(\.identity) == ["Odd/Odd.LateTests/testTellsNothing"])
        #expect(late.first?.text.contains("too late to matter") == true)
        #expect(report.outcomes.map(\.kind) == [.passed, .passed])
        #expect(report.outcomes.allSatisfy { $0.details.isEmpty })
        // When it comes, and in the list at the end.
        #expect(result.output.components(separatedBy: "too late to matter").count == 3)
        #expect(result.status == 1)
    }

    @Test("with --retry, what comes late is reported for its own case, whatever place that has in the attempt's plan")
    func lateInAnAttempt() throws {
        let path = try CFixture.compile("retried.c", to: "Retried.so", in: directory)
        for seed in ["1", "2", "3"] {
            let result = try Runner.run(["-v", "--seed", seed, "--retry", "2", path])
            let late = Report(result.output).entries.filter { $0.kind == .late }
            #expect(late.map(\.identity) == Array(repeating: "Retried/Retried.Tests/testFails", count: 3))
        }
    }

    @Test("a message of a megabyte comes whole")
    func megabyte() throws {
        let result = try run("ReportTests/testTalksALot")
        let message = "START" + String(repeating: "m", count: 1_000_000 - 9) + "STOP"
        #expect(result.lines.contains("    " + message))
        #expect(result.status == 1)
    }

    @Test(
        "no control character of a name, a message, a log or an output gets out", .long,
        arguments: [["-v"], [], ["-q"], ["--list"], ["--list", "--tree"]])
    func controls(options: [String]) throws {
        let result = try Runner.run(options + ["--color", "never", path])
        for (place, bytes) in [("output", result.outputBytes), ("errors", result.errorBytes)] {
            #expect(
                !bytes.contains { ($0 < 0x20 && $0 != 0x0A) || $0 == 0x7F }, "a raw control character in the \(place)")
        }
        for scalar in result.output.unicodeScalars {
            #expect(!(0x80...0x9F).contains(scalar.value) && scalar != "\u{202E}", "\(scalar.debugDescription)")
        }
        // It is told, escaped, and not left out.
        #expect(result.output.contains(#"Odd.\u{1B}\u{5B}31mTests"#))
        if !options.contains("--list") {
            #expect(result.output.contains(#"raw \u{1B}[31mred\u{7}\u{8}"#))
            #expect(result.output.contains("\n    " + #"second\u{7F} \u{9B}31m \u{202E} turned"#))
            #expect(result.output.contains(#"| raw \u{1B}[31mred\u{1B}]0;title\u{7}\r over\u{7F}"#))
            #expect(result.output.contains(#"log: log \u{1B}[2J\u{7} wiped"#))
        }
    }

    @Test(
        "failures in great number, long names and wide characters fit a screen",
        arguments: TestDepth.some(1, of: [60, 80, 120]))
    func fits(columns: Int) throws {
        let bundle = try SwiftFixtures.bundle("VolumeSuites")
        let options = ["--seed", "42", "--jobs", "2", "--no-state", "--color", "never", "--skip", "NumberedOrder"]
        let result = try Runner.run(options + [bundle], environment: ["COLUMNS": "\(columns)"], in: CFixture.root)
        #expect(result.status == 1)
        for line in result.lines {
            let words = line.split(separator: " ")
            // What is copied, is a link, or is what a test printed.
            if words.count <= 1 || line.hasPrefix("repeat") || words[0] == "|" { continue }
            if words[0] == "at", words.count == 2 { continue }
            let wide = line.unicodeScalars.count { $0.value >= 0x2E80 && $0.value < 0xFFE0 }
            #expect(line.count + wide <= columns, "\(line)")
        }
        // However often a line fails, it is shown once; a crash says why first.
        #expect(result.lines.count { $0.hasPrefix("      > ") && $0.contains("fail(\"the article") } == 1)
        let crash = try #require(result.lines.firstIndex { $0.contains("outlineTestEndsOfAnExample[small]") })
        let message = result.lines[crash...].first { $0.contains("the sum of the shelves") }
        #expect(message?.hasPrefix("    Precondition failed: the sum of the shelves is ") == true, "\(result.output)")
    }

    @Test(
        "the event stream follows the version that is asked for, and can be replayed", arguments: ["0", "6.3", "6.4"])
    func eventVersions(version: String) throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("events")
        let options = ["--no-state", "--filter", "ReportTests/testTellsAll", "--events", file]
        try Runner.run(options + ["--event-stream-version", version, path])
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let stated = record?["version"]
            #expect(
                stated as? String == (version == "6.4" ? "6.4.0" : version) || version == "0" && stated as? Int == 0)
        }
        let replayed = try Runner.run(["replay", file])
        #expect(replayed.status == 1 && replayed.output.contains("at elsewhere/Suite.c:12"), "\(replayed.output)")
    }

    @Test("JSON escapes control characters")
    func controlsInJSON() throws {
        let result = try run(options: ["--list", "--format", "json"])
        #expect(!result.outputBytes.contains { $0 < 0x20 && $0 != 0x0A })
        let json = try #require(try JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [String: Any])
        let cases = try #require(json["cases"] as? [[String: Any]])
        #expect(cases.contains { $0["class"] as? String == #"Odd.\u{1B}\u{5B}31mTests"# })
    }

    @Test("what a case printed is shown where it failed, and only there")
    func output() throws {
        let result = try run("OutputTests")
        let report = Report(result.output)
        let failed = try #require(report.entries(about: "Odd/Odd.OutputTests/testPrintsAndFails").first)
        #expect(failed.details.contains("output:"))
        #expect(failed.details.contains("  | said to standard output"))
        #expect(failed.details.contains("  | said to standard error"))
        #expect(!result.output.contains("nobody wants to read this"))
        #expect(result.errors.isEmpty)
    }

    @Test("a failure shows message, comment, details, place and log")
    func whole() throws {
        let entry = try #require(Report(try run("ReportTests/testTellsAll").output).outcomes.first)
        #expect(
            entry.details == [
                "expected 4, got 5", "two and two", "    left: 4", "   right: 5", "at elsewhere/Suite.c:12",
                "log: a remark",
            ]
        )
    }

    @Test("a warning fails nothing, and is shown also without --verbose", arguments: [["-v"], []])
    func warning(options: [String]) throws {
        let result = try run("ReportTests/testWarns", options: options)
        #expect(result.output.contains("worth telling"))
        #expect(result.status == 0)
    }

    @Test("colour comes only where it is wanted", .long)
    func color() throws {
        func isColored(_ options: [String], _ environment: [String: String] = [:]) throws -> Bool {
            let result = try Runner.run(options + [path], environment: environment)
            #expect(result.status == 1)
            return result.outputBytes.contains(0x1B)
        }
        #expect(try !isColored([]))
        #expect(try !isColored(["--color", "never"]))
        #expect(try isColored(["--color", "always"]))
        #expect(try isColored(["--color=always"], ["NO_COLOR": "1"]))
    }

    @Test("on a terminal there is colour, unless NO_COLOR or --color never says otherwise")
    func terminal() throws {
        func isColored(_ options: String, _ environment: [String: String] = [:]) throws -> Bool {
            // script(1) gives the program a terminal.
            let command = "'\(Runner.path)' \(options) '\(path)' ReportTests/testTellsAll"
            let variables = environment.merging(["TERM": "xterm"]) { given, _ in given }
            let result = try Subprocess(
                "/usr/bin/env", ["script", "-qec", command, "/dev/null"], environment: variables
            ).wait()
            #expect(result.status == 1, "\(result.errors)")
            return result.output.contains("\u{1B}[31mfailed\u{1B}[0m")
        }
        #expect(try isColored(""))
        #expect(try !isColored("", ["NO_COLOR": "1"]))
        #expect(try isColored("", ["NO_COLOR": ""]))
        #expect(try !isColored("--color never"))
        #expect(try !isColored("", ["TERM": "dumb"]))
    }

    @Test("-q shows failures and the last lines, -v every case")
    func verbosity() throws {
        let quiet = try run(options: ["-q", "--color", "never"])
        #expect(Report(quiet.output).outcomes.allSatisfy { $0.kind == .failed })
        #expect(Report(quiet.output).outcomes.count == FixtureModel.odd.cases.count(where: \.isFailure))
        #expect(!quiet.lines.contains("skipped:"))
        #expect(quiet.lines.last?.hasPrefix("repeat: ") == true)
        let normal = try run(options: [])
        #expect(normal.lines.contains("skipped:"))
        #expect(!normal.output.contains("passed Odd/"))
        #expect(!normal.output.contains("skipped Odd/"))
        let verbose = try run(options: ["-v"])
        #expect(Report(verbose.output).outcomes.count == FixtureModel.odd.cases.count)
    }
}
