// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// `--shard auto`: the engines of docs/CONFIGURATION.md.
///
/// Rule 58.
struct ShardEngineTests {
    @Test(
        "engines",
        arguments: [
            (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"], "2/3"),
            (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], "2/3"),
            (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
            (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
            (["SYSTEM_JOBPOSITIONINPHASE": "1", "SYSTEM_TOTALJOBSINPHASE": "2"], "1/2"),
            (["SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"], "4/4"),
            (
                [
                    "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "2",
                    "SLURM_ARRAY_TASK_STEP": "2",
                ], "3/4"
            ),
            (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "1"], "1/1"),
            (["AWS_BATCH_JOB_ARRAY_INDEX": "9", "AWS_BATCH_JOB_ARRAY_SIZE": "10"], "10/10"),
            // One within the other: the one that deals out counts.
            (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1", "JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "2"], "2/2"),
        ] as [([String: String], String)])
    func engines(environment: [String: String], expected: String) throws {
        #expect(try ShardEngine.shard(environment, "--shard").description == expected)
    }

    @Test(
        "refused",
        arguments: [
            [:], ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
            ["CI_NODE_INDEX": "1"], ["CIRCLE_NODE_INDEX": "x", "CIRCLE_NODE_TOTAL": "3"], ["JOB_COMPLETION_INDEX": "1"],
            ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "18446744073709551615"],
            ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_STEP": "2"],
            ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "3"],
        ] as [[String: String]])
    func refused(environment: [String: String]) {
        #expect(throws: UsageError.self) { try ShardEngine.shard(environment, "--shard") }
    }

    @Test(
        "the variables are read of the environment",
        arguments: [
            "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "CI_NODE_INDEX", "CI_NODE_TOTAL", "CIRCLE_NODE_INDEX",
            "CIRCLE_NODE_TOTAL", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", "SYSTEM_JOBPOSITIONINPHASE",
            "SYSTEM_TOTALJOBSINPHASE", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_STEP", "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", "AWS_BATCH_JOB_ARRAY_INDEX",
            "AWS_BATCH_JOB_ARRAY_SIZE",
        ])
    func variables(name: String) {
        #expect(ProcessEnvironment.isRead("\(name)=1"))
        #expect(!ProcessEnvironment.isRead("OTHER_\(name)=1"))
    }

    @Test("the option asks for it")
    func onRequest() throws {
        let words = try CommandLineWords(["--shard", "auto", "."])
        let configuration = try Configuration(words, variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"])
        #expect(configuration.options.shard == Shard(index: 2, count: 3))
        // The stronger place counts.
        let fixed = try Configuration(
            try CommandLineWords(["--shard", "1/2", "."]), variables: ["TESTKIT_SHARD": "auto"])
        #expect(fixed.options.shard == Shard(index: 1, count: 2))
    }
}
