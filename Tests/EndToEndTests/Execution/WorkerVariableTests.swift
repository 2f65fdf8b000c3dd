// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The variables by which tests know their worker.
struct WorkerVariableTests {
    /// What the cases of a run print, each once.
    private func printed(_ options: [String], environment: [String: String] = [:]) throws -> Set<String> {
        let directory = TemporaryDirectory()
        let path = try CFixture.compile("worker_variables.c", to: "Worker.so", in: directory)
        let result = try Runner.run(
            ["--seed", "7", "--show-output", "all"] + options + [path], environment: environment, in: directory.path)
        #expect(result.errors.isEmpty)
        let lines = result.lines.filter { $0.contains(", attempt ") }
        return Set(lines.compactMap { line in line.range(of: "worker ").map { String(line[$0.lowerBound...]) } })
    }

    @Test("each has an index below their number, and the seed", arguments: ["worker", "class", "case"])
    func workers(isolation: String) throws {
        let lines = try printed(["--jobs", "2", "--isolation", isolation])
        let possible = Set((0..<2).map { "worker \($0) of 2, attempt 1, seed 7, shard none" })
        #expect(!lines.isEmpty && lines.isSubset(of: possible), "\(lines)")
    }

    @Test("an attempt has its number, and a shard its part; a runner that a test starts knows the names")
    func attempts() throws {
        let lines = try printed(
            ["--jobs", "1", "--retry", "1", "--shard", "1/1"],
            environment: ["TESTKIT_ATTEMPT": "5", "TESTKIT_RUN_SHARD": "x"])
        #expect(lines == Set((1...2).map { "worker 0 of 1, attempt \($0), seed 7, shard 1/1" }))
    }

    @Test("a repetition has its own seed")
    func repetitions() throws {
        let lines = try printed(["--jobs", "1", "--repeat", "2"])
        #expect(lines == Set((7...8).map { "worker 0 of 1, attempt 1, seed \($0), shard none" }))
    }
}
