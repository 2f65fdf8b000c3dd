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
        directory = TemporaryDirectory()
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
        let result = try shell(command + " >/dev/full").exiting(2)
        #expect(result.errors == "runner: failed to write to standard output: No space left on device\n")
    }

    @Test("a report does not take the place of a standard stream that is closed")
    func closedStandardStreams() throws {
        let result = try shell("--events events.jsonl Odd.so >&- 2>&-")
        #expect(result.status == 1 && result.output.isEmpty && result.errors.isEmpty)
        let lines = try String(contentsOfFile: directory.file("events.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 30 && lines.allSatisfy { $0.hasPrefix(#"{"version":"6.3","#) })
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
        "the event stream follows the version that is asked for, and can be replayed", arguments: ["0", "6.3", "6.4"])
    func eventVersions(version: String) throws {
        let directory = TemporaryDirectory()
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

    @Test("on a terminal there is colour, unless NO_COLOR or --color never says otherwise")
    func terminal() throws {
        func isColored(_ options: String, _ environment: [String: String] = [:]) throws -> Bool {
            // script(1) gives the program a terminal.
            let command = "'\(Runner.path)' \(options) '\(path)' ReportTests/testTellsAll"
            let variables = environment.merging(["TERM": "xterm"]) { given, _ in given }
            let result = try Subprocess(
                "/usr/bin/env", ["script", "-qec", command, "/dev/null"], environment: variables
            ).wait().exiting(1)
            return result.output.contains("\u{1B}[31mfailed\u{1B}[0m")
        }
        #expect(try isColored(""))
        #expect(try !isColored("", ["NO_COLOR": "1"]))
        #expect(try isColored("", ["NO_COLOR": ""]))
        #expect(try !isColored("--color never"))
        #expect(try isColored("--color=always", ["NO_COLOR": "1"]))
        #expect(try !isColored("", ["TERM": "dumb"]))
    }
}
