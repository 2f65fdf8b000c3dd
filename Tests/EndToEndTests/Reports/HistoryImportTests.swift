// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs from elsewhere in the history: event files of shards and jobs, and other histories.
struct HistoryImportTests {
    /// A directory for the test.
    private let directory = TemporaryDirectory()
    /// A bundle whose outcome the seed decides.
    private let bundle: String
    /// What a job of a CI system has set.
    private let job = ["CI": "true", "GITHUB_SHA": String(repeating: "c0ffee0d", count: 5)]

    init() throws {
        bundle = try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
    }

    /// A path in the directory.
    private func path(_ name: String) -> String { directory.path + "/" + name }

    /// A run by a seed in a job, whose events are kept.
    private func job(seed: Int, _ options: String..., events: String) throws {
        try Runner.run(
            ["--no-state", "--seed", "\(seed)", "--events", path(events)] + options + [bundle], environment: job)
    }

    /// `runner history` of a state.
    private func history(_ state: String, _ words: String...) throws -> Subprocess.Result {
        try history(state, words)
    }

    /// `runner history` of a state.
    private func history(_ state: String, _ words: [String]) throws -> Subprocess.Result {
        try Runner.run(["history", "--state", path(state)] + words)
    }

    /// The findings and the number of runs of a state.
    private func findings(_ state: String) throws -> (runs: Int?, kinds: [String?]) {
        let object = try history(state, "--format", "json").json()
        let findings = object["findings"] as? [[String: Any]] ?? []
        return (object["runs"] as? Int, findings.map { $0["kind"] as? String })
    }

    @Test("the event files of jobs are taken once each, and jobs of one commit tested the same code")
    func events() throws {
        let names = (1...8).map { "job\($0).jsonl" }
        for seed in 1...8 { try job(seed: seed, events: names[seed - 1]) }
        let result = try history("state", ["--import"] + names.map(path)).exiting(0)
        #expect(result.errors.contains("added 8 runs to the history"), "\(result.errors)")
        #expect(try findings("state") == (8, ["flaky"]))
        let again = try history("state", ["--import", path(names[0]), path(names[3])])
        #expect(again.errors.contains("added 0 runs to the history") && again.errors.contains("2 others were there"))
        // A file stands where the directory of the state should be.
        let lost = try history(names[0], "--import", path(names[3])).exiting(2)
        #expect(lost.errors.contains("failed to keep") && !lost.errors.contains("added"), "\(lost.errors)")
        let lines = try history("state", "testNeeds").lines
        #expect(lines.filter { $0.contains("c0ffee0dc0") && $0.contains("  seed ") }.count == 8, "\(lines)")
    }

    @Test("a run that keeps its history and its events is not counted twice")
    func own() throws {
        try Runner.run(["--state", path("state"), "--seed", "1", "--events", path("own.jsonl"), bundle])
        let result = try history("state", "--import", path("own.jsonl"))
        #expect(result.errors.contains("added 0 runs to the history"), "\(result.errors)")
        #expect(try findings("state").runs == 1)
    }

    @Test("merge takes the shards, of which each test has one result, and says what it always says")
    func merge() throws {
        let other = try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        for shard in 1...2 {
            try Runner.run(
                [
                    "--no-state", "--seed", "7", "--shard", "\(shard)/2", "--events", path("shard\(shard).jsonl"),
                    bundle,
                    other,
                ], environment: job)
        }
        let files = [path("shard1.jsonl"), path("shard2.jsonl")]
        let plain = try Runner.run(["merge"] + files)
        let result = try Runner.run(["merge", "--import", "--state", path("state")] + files)
        #expect(result.status == plain.status && result.output == plain.output)
        #expect(result.errors.contains("added 2 runs to the history"), "\(result.errors)")
        let lines = try history("state", "testNeeds", "EarlyTests/testStarts").lines
        #expect(lines.filter { $0.contains("  seed 7") }.count == 2, "\(lines)")
    }

    @Test("another history is taken, once; that of another package is left out with a word")
    func otherHistory() throws {
        for seed in 1...8 { try Runner.run(["-q", "--state", path("ci"), "--seed", "\(seed)", bundle]) }
        try Runner.run(["-q", "--state", path("state"), "--seed", "1", bundle])
        let result = try history("state", "--import", path("ci"))
        #expect(result.errors.contains("added 8 runs to the history"), "\(result.errors)")
        #expect(try findings("state") == (9, ["flaky"]))
        let again = try history("state", "--import", path("ci/history/runs"))
        #expect(again.errors.contains("added 0 runs"), "\(again.errors)")

        let foreign = try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        try Runner.run(["-q", "--state", path("other"), foreign])
        let refused = try history("state", "--import", path("other"))
        #expect(refused.status == 0 && refused.errors.contains("another package"), "\(refused.errors)")
        #expect(try findings("state").runs == 9)
    }

    @Test("what cannot be read is named, and the rest is taken")
    func bad() throws {
        try job(seed: 1, events: "good.jsonl")
        try directory.write("not events\n", to: "bad.jsonl")
        try directory.write("testkit-history-runs 7\n", to: "runs")
        let whole = try String(contentsOfFile: path("good.jsonl"), encoding: .utf8)
        let cut = whole.replacingOccurrences(of: #""seed":"1""#, with: #""seed":"2""#)
        try directory.write(String(cut.prefix(cut.count * 3 / 4)), to: "cut.jsonl")
        let result = try history(
            "state", "--import", path("gone"), path("bad.jsonl"), path("runs"), path("good.jsonl"), path("cut.jsonl"))
        #expect(result.status == 2)
        for word in ["gone'", "bad.jsonl:1", "runs'", "cut.jsonl:", "added 2 runs"] {
            #expect(result.errors.contains(word), "\(word): \(result.errors)")
        }
        #expect(try history("state", "--import").status == 2)
    }
}
