// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs with a `testkit.json` beside the bundles.
///
/// Rules 28, 35 and 62.
struct ConfigurationTests {
    /// The bundles' directory.
    private let directory = TemporaryDirectory()

    /// Writes the file.
    private func configure(_ text: String) throws { try directory.write(Array(text.utf8), to: "testkit.json") }

    @Test("what is in quarantine runs and is reported, and fails nothing; what is skipped says why")
    func rules() throws {
        let path = try FixtureModel.failing.make(in: directory)
        #expect(try Runner.run([path]).status == 1)
        try configure(
            """
            {"tests": [
              {"match": "outlineTestReads", "quarantine": "bug 7"}, {"match": "testStarts", "skip": "until the move"}
            ]}
            """)
        let report = try Runner.report([path], exiting: 0).report
        let quarantined = report.entries(about: "Failing/Plain.TextTests/outlineTestReads[two words]").first
        #expect(quarantined?.kind == .skipped && quarantined?.reason == "in quarantine (bug 7); failed")
        #expect(quarantined?.details.contains { $0.contains("expected two words, got one") } == true)
        let skipped = report.entries.filter { $0.reason == "skipped by the configuration: until the move" }
        #expect(!skipped.isEmpty && skipped.allSatisfy { $0.identity.hasSuffix("/testStarts") && $0.kind == .skipped })
    }

    @Test("a file in the working directory that is not read is named, and one that is read is not")
    func unread() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        let other = TemporaryDirectory()
        try other.write(Array("{".utf8), to: "testkit.json")
        let words =
            "runner: warning: 'testkit.json' here is not read: no bundle is in this directory; "
            + "--config testkit.json reads it\n"
        #expect(try Runner.run([path], in: other.path).errors == words)
        #expect(try Runner.run(["--no-config", path], in: other.path).errors.isEmpty)
        #expect(try Runner.run(["--config", "testkit.json", path], in: other.path).status == 2)
        try configure("{}")
        #expect(try Runner.run([path], in: directory.path).errors.isEmpty)
        #expect(try Runner.run(["."], in: directory.path).errors.isEmpty)
    }

    @Test("a set-up for some tests runs once if one of them runs; if it fails, they do not run, and others do")
    func setUpsOfTests() throws {
        try CFixture.compile("bundle_environment.c", to: "Sweet.so", in: directory, define: ["TASTE": "\"sweet\""])
        let plain = try FixtureModel.ordinary.make(in: directory)
        let log = directory.file("log")
        try configure(
            """
            {"set-up": [
              {"name": "taste", "run": "echo FIXTURE_TASTE=sweet > $TESTKIT_ENV; echo up >> \(log)",
               "tear-down": "echo down >> \(log)", "for": "bundle:Sweet and not class:None"},
              {"name": "broken", "run": "echo no port; exit 3", "for": "not bundle:Sweet", "tear-down": "echo never >> \(log)"},
              {"run": "echo never >> \(log)", "for": "bundle:Nothing"}
            ]}
            """)
        let result = try Runner.run(["-v", "--junit", directory.file("report.xml"), directory.path]).exiting(1)
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.contains { $0.identity.hasPrefix("Sweet/") })
        for outcome in outcomes where outcome.identity != "the run" {
            #expect(outcome.kind == (outcome.identity.hasPrefix("Sweet/") ? .passed : .notRun))
        }
        #expect(result.output.contains("the set-up 'broken' (") && result.output.contains("its set-up 'broken' failed"))
        #expect(result.errors.contains("no test matches 'bundle:Nothing', so the set-up 'echo never"))
        let report = try String(contentsOfFile: directory.file("report.xml"), encoding: .utf8)
        #expect(report.contains("exit status 3") && report.contains("its set-up 'broken' failed"))
        for text in [result.output, result.errors, report] { #expect(text.contains("no port"), "\(text)") }
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "up\ndown\n")
        #expect(try Runner.run(["--list", directory.path]).status == 0)
        _ = try Runner.run([plain, "--config", directory.file("testkit.json")])
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "up\ndown\n")
    }

    @Test("an interrupt during a set-up ends that one, and tears down those before it")
    func interruptedSetUp() throws {
        try CFixture.compile("bundle_environment.c", to: "Bare.so", in: directory)
        let (log, pipe) = (directory.file("log"), directory.file("pipe"))
        try #require(mkfifo(pipe, 0o600) == 0)
        try configure(
            """
            {"set-up": [
              {"run": "echo one up >> \(log)", "tear-down": "echo one down >> \(log)"},
              {"run": "sleep 1000 & echo $! > \(pipe); wait; echo two up >> \(log)", "tear-down": "echo two down >> \(log)"}
            ]}
            """)
        let process = try Runner.start(["-v", directory.path])
        let child = try #require(Int32(try Fifo.line(from: pipe).dropLast()))
        process.interrupt()
        let result = try process.wait().exiting(5)
        #expect(result.errors.contains("cut short by an interrupt during a set-up; nothing ran"))
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "one up\none down\n")
        #expect(waitUntil { ProcessTree.hasEnded(child) })
    }

    @Test("a tear-down that fails after the reports fails the run, and says so")
    func failedTearDown() throws {
        try CFixture.compile("ordinary.c", to: "Some.so", in: directory)
        try configure(#"{"set-up": [{"run": "true", "tear-down": "exit 3"}]}"#)
        let result = try Runner.run(["--no-state", directory.path]).exiting(1)
        #expect(result.errors.contains("the tear-down 'exit 3' ("), "\(result.errors)")
        #expect(result.errors.hasSuffix("so the run fails (exit code 1), although all that ran passed\n"))
    }

    @Test("a set-up that takes too long ends with all that it started, and the run with it")
    func lateSetUp() throws {
        try CFixture.compile("bundle_environment.c", to: "Bare.so", in: directory)
        let file = directory.file("child")
        let run = "(trap '' TERM; exec sleep 1000) & echo $! > \(file); wait"
        try configure(#"{"set-up": [{"run": "\#(run)", "timeout": \#(try HangLimit().seconds)}]}"#)
        let result = try Runner.run(["-v", directory.path]).exiting(1)
        #expect(result.errors.contains("it took longer than its limit of "), "\(result.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let child = try #require(Int32(text.dropLast()))
        #expect(waitUntil { ProcessTree.hasEnded(child) })
    }

    @Test(
        "a bundle's variables are there when it is opened, and no other bundle sees them",
        arguments: [
            ["--jobs", "1"], ["--jobs", "3"], ["--isolation", "class"], ["--isolation", "case"],
            ["--isolation", "none"],
        ])
    func environment(options: [String]) throws {
        try CFixture.compile("bundle_environment.c", to: "Sweet.so", in: directory, define: ["TASTE": "\"sweet\""])
        try CFixture.compile("bundle_environment.c", to: "Sour.so", in: directory, define: ["TASTE": "\"sour\""])
        try CFixture.compile("bundle_environment.c", to: "Plain.so", in: directory, define: ["TASTE": "\"plain\""])
        try CFixture.compile("bundle_environment.c", to: "Bare.so", in: directory)
        try configure(
            """
            {"bundles": {
              "Sweet": {"environment": {"FIXTURE_TASTE": "sweet"}}, "Sour": {"environment": {"FIXTURE_TASTE": "sour"}},
              "Bare": {"environment": {"FIXTURE_TASTE": null}}
            }}
            """)
        let (result, report) = try Runner.report(
            ["--leaks", "fail", directory.path] + options, environment: ["FIXTURE_TASTE": "plain"])
        #expect(result.status == 0, "\(result.output)")
        #expect(report.outcomes.count == 40 && report.outcomes.allSatisfy { $0.kind == .passed })
    }

    @Test("a bundle with variables of its own dies, hangs and cannot be opened as any other does", .long)
    func deaths() throws {
        let dying = FixtureModel.deadly.filter { ["crash-BODY", "abort-BEGIN", "exit-END"].contains($0.name) }
        for bundle in dying { try bundle.make(in: directory) }
        try CFixture.compile("bundle_environment.c", to: "Plain.so", in: directory)
        let names = dying.map { "\"\($0.name)\": {\"environment\": {\"FIXTURE_TASTE\": \"x\"}}" }
        try configure("{\"bundles\": {\(names.joined(separator: ", "))}}")
        let result = try Runner.run(["-v", "--jobs", "1", directory.path]).exiting(1)
        for bundle in dying { bundle.expectMatch(Report(result.output)) }
    }

    @Test("tags of a bundle are those of all its cases")
    func tags() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        try CFixture.compile("bundle_environment.c", to: "Bare.so", in: directory)
        try configure(#"{"bundles": {"Bare": {"tags": ["bare", "of taste"]}}}"#)
        let list = try Runner.run(["--list", "--tag", "bare and 'of taste'", directory.path])
        #expect(list.lines.count == 10 && list.lines.allSatisfy { $0.hasPrefix("Bare/") })
        #expect(try Runner.listed(["--skip-tag", "bare", directory.path]).count > 0)
        #expect(try !Runner.run(["--list", "--skip-tag", "bare", directory.path]).output.contains("Bare/"))
        #expect(try Runner.run(["--list", path]).status == 0)
    }
}
