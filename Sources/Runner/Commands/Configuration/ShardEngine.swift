// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The engines that run a job on several machines, which name the part of this machine: `--shard auto`.
///
/// Rule 58.
struct ShardEngine {
    /// The engine's name.
    private let name: String
    /// The variables of the index and of the number of parts.
    private let index: String, count: String
    /// The first index.
    private var first: UInt64 = 0
    /// The variables with the first index and the step between two indices; nil if the engine has none.
    private var steps: (first: String, step: String)?

    /// All engines.
    private static let all = [
        ShardEngine(name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"),
        ShardEngine(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        ShardEngine(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
        ShardEngine(name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
        ShardEngine(
            name: "Azure Pipelines", index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE", first: 1),
        ShardEngine(
            name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
            steps: ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP")),
        // The manifest passes on its number of completions; Kubernetes itself gives the index only.
        ShardEngine(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS"),
        ShardEngine(name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    ]

    /// The names of all variables that are read, for which the environment is searched.
    static var names: [String] {
        all.flatMap { engine in [engine.index, engine.count] + (engine.steps.map { [$0.first, $0.step] } ?? []) }
    }

    /// The part that the environment asks for.
    ///
    /// Engines may lie in each other; two that say different things are an error: which one deals out is not known.
    static func shard(_ environment: [String: String], _ option: String) throws(UsageError) -> Shard {
        var found: (engine: ShardEngine, shard: Shard)?
        for engine in all {
            guard let shard = try engine.shard(environment) else { continue }
            // An engine that states a single part does not divide the run.
            if let known = found, known.shard.count > 1, shard.count > 1, known.shard != shard {
                let names = "\(known.engine.name) \(known.shard), \(engine.name) \(shard)"
                throw .badValue(option, value: "auto", expected: "I/N, since several engines state a shard (\(names))")
            }
            if found.map({ $0.shard.count < shard.count }) ?? true { found = (engine, shard) }
        }
        if let found { return found.shard }
        let names = Alternatives.text(all.map(\.name))
        throw .badValue(option, value: "auto", expected: "I/N, since the environment has no variables of \(names)")
    }

    /// The part that this engine asks for; nil where it does not run this.
    private func shard(_ environment: [String: String]) throws(UsageError) -> Shard? {
        guard let indexText = environment[index], !indexText.isEmpty else { return nil }
        guard let countText = environment[count], !countText.isEmpty else {
            throw .badValue(count, value: "", expected: "the number of parts, since \(index) is set (\(name))")
        }
        guard let parts = FileNumber.count.read(countText.utf8), (1...UInt64(Shard.countLimit)).contains(parts) else {
            throw .badValue(count, value: countText, expected: "a number from 1 to \(Shard.countLimit) (\(name))")
        }
        var (first, step) = (first, UInt64(1))
        if let steps {
            first = try Self.number(environment, steps.first) ?? 0
            step = max(1, try Self.number(environment, steps.step) ?? 1)
        }
        guard let number = FileNumber.count.read(indexText.utf8), number >= first, (number - first) % step == 0,
            (number - first) / step < parts
        else {
            throw .badValue(
                index, value: indexText,
                expected: "a number from \(first) to \(first + step * (parts - 1)) (\(name))")
        }
        return Shard(index: Int((number - first) / step) + 1, count: Int(parts))
    }

    /// A number of the environment; nil where there is none.
    private static func number(_ environment: [String: String], _ name: String) throws(UsageError) -> UInt64? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        if let number = FileNumber.count.read(text.utf8) { return number }
        throw .badValue(name, value: text, expected: "a number")
    }
}
