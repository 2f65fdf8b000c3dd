// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What the history is good for in `testkit.json`: flaky and slow tests, rules for quarantine, balanced shards.
struct HistoryPolicyTests {
    /// A directory for the test.
    private let directory = TemporaryDirectory()

    /// The bundle with a case that fails once, and another that takes some microseconds.
    @discardableResult
    private func make(pause: Int = 0) throws -> String {
        try CFixture.compile(
            "fails_once.c", to: "Once.so", in: directory,
            define: ["MARK": "\"\(directory.path)/mark\"", "PAUSE": "\(pause)"])
    }

    /// Writes the configuration.
    private func configure(_ text: String) throws { try directory.write(Array(text.utf8), to: "testkit.json") }

    /// A run with the record in the directory.
    private func run(_ words: String...) throws -> Subprocess.Result {
        try Runner.run(["--state", directory.path + "/state"] + words + [directory.path])
    }

    /// `runner history`.
    private func history(_ words: String...) throws -> Subprocess.Result {
        try Runner.run(["history", "--state", directory.path + "/state"] + words)
    }

    @Test("a test that passes at a retry counts as a rule has it", arguments: [(nil, 0), ("pass", 0), ("fail", 1)])
    func flaky(word: String?, status: Int32) throws {
        try make()
        if let word { try configure(#"{"tests": [{"match": "Once", "flaky": "\#(word)"}]}"#) }
        let result = try run("--retry", "1").exiting(status)
        let isReported = result.output.contains("failed, and passed at attempt 2")
        #expect(isReported == (word == "fail"), "\(result.output)")
        // What the rule makes of it does not hide from the history that it passed as well.
        #expect(try history().output.contains("  Once/Once.Tests/testLater"))
        #expect(try history("testPauses").lines.count == 2)
    }

    @Test("the rules for quarantine are a configuration file, and do what they say")
    func quarantine() throws {
        try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
        var failing = 0
        for seed in 1...12 where try run("--seed", "\(seed)").status == 1 { failing = seed }
        try #require(failing > 0)
        let rules = try history("--quarantine")
        #expect(
            rules.status == 0 && rules.output.contains(#""re:^Ordered/Ordered\\.StepTests/testNeeds$""#),
            "\(rules.output)")
        try configure(rules.output)
        let result = try run("--seed", "\(failing)")
        #expect(result.status == 0 && result.output.contains("in quarantine (flaky: failed in "), "\(result.output)")
        // It is there already.
        #expect(try history("--quarantine").output == "{\n  \"tests\": []\n}\n")
    }

    @Test("what takes much longer than it usually does is a warning, and fails nothing")
    func slow() throws {
        try Data().write(to: URL(fileURLWithPath: directory.path + "/mark"))
        try make()
        try configure(#"{"tests": [{"match": "Once", "slow": "3x"}]}"#)
        // Of four runs, nobody knows what is usual.
        for _ in 1...5 { #expect(try !run().output.contains("times as long as usual")) }
        // However busy the machine is, that is many times what nothing takes.
        try make(pause: 400_000)
        let result = try run().exiting(0)
        #expect(result.output.contains("times as long as usual"), "\(result.output)")
        #expect(result.lines.contains { $0.contains("warning") && $0.contains("testPauses") }, "\(result.output)")
    }

    @Test("the time left on a terminal is by what is usual, and not by the last run", .long)
    func timeLeft() throws {
        try Data().write(to: URL(fileURLWithPath: directory.path + "/mark"))
        // In seconds; the last run took so long that the one after it is worth a look at many.
        for pause in [2, 2, 6] {
            try make(pause: pause * 1_000_000)
            #expect(try run().status == 0)
        }
        try make(pause: 1_000_000)
        let terminal = "import pty, sys; pty.spawn(sys.argv[1:])"
        let words = ["python3", "-c", terminal, Runner.path, "--state", directory.path + "/state", directory.path]
        let result = try Subprocess("/usr/bin/env", words, environment: ["TERM": "xterm"]).wait()
        let left = result.output.matches(of: /([0-9]+) s left/).compactMap { Int($0.1) }
        #expect(!left.isEmpty && left.allSatisfy { $0 < 4 }, "\(result.output)\(result.errors)")
    }

    @Test("classes that usually take long are in different shards by the history, wherever their names would put them")
    func balanceByDurations() throws {
        // However busy the machine is, a quick class takes less than a slow one sleeps.
        for (name, pause) in [("Slow", "300000"), ("Quick", "0")] {
            try CFixture.compile(
                "timed_classes.c", to: "\(name).so", in: directory,
                define: ["CLASSES": name == "Slow" ? "4" : "12", "MICROSECONDS": pause])
        }
        #expect(try run("--jobs", "4").status == 0)
        var slow: [Int] = []
        for shard in 1...4 {
            let record = directory.path + (shard < 3 ? "/state/history" : "/state")
            let result = try run("--list", "--shard", "\(shard)/4", "--balance", record).exiting(0)
            let classes = result.lines.filter { $0.hasPrefix("Slow/") }.compactMap {
                $0.split(separator: "/").dropFirst().first
            }
            slow.append(Set(classes).count)
        }
        #expect(slow == [1, 1, 1, 1])
        try run("--shard", "1/2", "--balance", directory.path + "/nothing").exiting(2)
    }
}
