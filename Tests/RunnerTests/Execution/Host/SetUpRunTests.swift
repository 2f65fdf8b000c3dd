// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// Set-ups that happen once for a run.
@Suite(.serialized) struct SetUpRunTests {
    /// The set-ups of a file's text.
    private func scripts(_ text: String) throws -> [SetUpScript] {
        try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8)).section.setUps
    }

    @Test("what they export reaches the run or their bundles and tear downs go backwards")
    func exports() throws {
        let scratch = TemporaryDirectory()
        let log = scratch.path("log")
        let run = SetUpRun()
        try run.start(
            try scripts(
                """
                {"set-up": [
                  {"run": "echo TESTKIT_PROBE_SETUP=one two >> $TESTKIT_ENV", "tear-down": "echo first >> \(log)"},
                  {"run": "echo PORT=7 > $TESTKIT_ENV", "tear-down": "echo second >> \(log)", "bundles": ["Shop", "None"]},
                  {"run": "exit 9", "bundles": ["Absent"]}
                ]}
                """), bundles: ["Desk", "Shop"])
        defer { unsetenv("TESTKIT_PROBE_SETUP") }
        #expect(getenv("TESTKIT_PROBE_SETUP").map { String(cString: $0) } == "one two")
        #expect(run.ofBundles == ["Shop": ["PORT": "7"]])
        let settings = run.adding(to: nil, of: BundleFile(path: "Shop.so", name: "Shop"))
        #expect(settings?.environment["PORT"]?.value == "7")
        #expect(run.adding(to: nil, of: BundleFile(path: "Desk.so", name: "Desk")) == nil)
        #expect(run.end().isEmpty && run.end().isEmpty)
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "second\nfirst\n")
        #expect(getenv("TESTKIT_ENV") == nil)
    }

    @Test(
        "one that fails ends it with its place",
        arguments: [
            ("exit 3", "it ended with exit status 3"), ("kill -9 $$", "it was ended by signal 9"),
            ("echo nothing > $TESTKIT_ENV", "expected NAME=VALUE in $TESTKIT_ENV, got 'nothing'"),
        ])
    func failure(command: String, reason: String) throws {
        let run = SetUpRun()
        let all = try scripts(#"{"set-up": [{"run": "\#(command)"}]}"#)
        let fault = fault { try run.start(all, bundles: []) }
        #expect(fault?.description == "the set-up '\(command)' (testkit.json:1:13) failed: \(reason)")
    }

    @Test("one for tests waits for them, and has a name")
    func ofTests() throws {
        let all = try scripts(#"{"set-up": [{"run": "exit 9", "for": "tag:slow or re:a", "name": "nine"}]}"#)
        let run = SetUpRun()
        #expect(fault { try run.start(all, bundles: []) } == nil)
        #expect(all[0].title == "nine" && all[0].tests == "tag:slow or re:a")
    }

    @Test("what was set up is torn down where a later one fails")
    func tearDowns() throws {
        let scratch = TemporaryDirectory()
        let all = try scripts(
            #"{"set-up": [{"run": "true", "tear-down": "touch \#(scratch.path("gone"))"}, {"run": "false"}]}"#)
        #expect(fault { try SetUpRun().start(all, bundles: []) } != nil)
        #expect(access(scratch.path("gone"), F_OK) == 0)
    }

    @Test("what a process in the background prints after the set-up's end is there, up to the end of the tear-down")
    func background() throws {
        let scratch = TemporaryDirectory()
        let (begin, end) = (scratch.path("begin"), scratch.path("end"))
        let run = SetUpRun()
        try run.start(
            try scripts(
                """
                {"set-up": [{"run": "mkfifo \(begin) \(end); (read word < \(begin); echo late $word; echo > \(end)) &",
                             "tear-down": "echo word > \(begin); read line < \(end)"}]}
                """), bundles: [])
        #expect(run.output == nil && run.end().isEmpty && run.output == "late word")
    }

    @Test("one that takes too long is ended")
    func timeLimit() throws {
        let all = try scripts(#"{"set-up": [{"run": "exec sleep 100", "timeout": 0.05}]}"#)
        let fault = fault { try SetUpRun().start(all, bundles: []) }
        #expect(fault?.description.hasSuffix("it took longer than its limit of 0.05 s") == true)
    }

    /// The fault that set-ups end with; nil if they end without one, or otherwise.
    private func fault(_ start: () throws -> Void) -> SystemFault? {
        do { try start() } catch { if case SetUpRun.Stop.fault(let fault) = error { return fault } }
        return nil
    }
}
