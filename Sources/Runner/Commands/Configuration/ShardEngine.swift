// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The engines that run a job on several machines, which name the part of this machine: `--shard auto`.
///
/// Rule 58.
enum ShardEngine: CaseIterable {
    case bazel, gitLab, circleCI, buildkite, azure, slurm, kubernetes, awsBatch

    /// The engine's name.
    var name: String {
        switch self {
        case .bazel: "Bazel"
        case .gitLab: "GitLab"
        case .circleCI: "CircleCI"
        case .buildkite: "Buildkite"
        case .azure: "Azure Pipelines"
        case .slurm: "Slurm"
        case .kubernetes: "Kubernetes"
        case .awsBatch: "AWS Batch"
        }
    }

    /// The variables of the index and of the number of parts.
    var variables: (index: String, count: String) {
        switch self {
        case .bazel: ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS")
        case .gitLab: ("CI_NODE_INDEX", "CI_NODE_TOTAL")
        case .circleCI: ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL")
        case .buildkite: ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT")
        case .azure: ("SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE")
        case .slurm: ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT")
        // The manifest passes on its number of completions; Kubernetes itself gives the index only.
        case .kubernetes: ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS")
        case .awsBatch: ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE")
        }
    }

    /// The names of all variables that are read, for which the environment is searched.
    static var names: [String] {
        allCases.flatMap { [$0.variables.index, $0.variables.count] } + [Self.slurmFirst, Self.slurmStep]
    }

    /// The variables of Slurm for the first index and the step between two.
    private static let (slurmFirst, slurmStep) = ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP")

    /// The first index.
    private var base: UInt64 {
        switch self {
        case .gitLab, .azure: 1
        default: 0
        }
    }

    /// The part that the environment asks for.
    ///
    /// Engines may lie in each other; two that say different things are an error: which one deals out is not known.
    static func shard(_ environment: [String: String], _ option: String) throws(UsageError) -> Shard {
        var found: (engine: ShardEngine, shard: Shard)?
        for engine in allCases {
            guard let shard = try engine.shard(environment) else { continue }
            // An engine that states a single part does not divide the run.
            if let known = found, known.shard.count > 1, shard.count > 1, known.shard != shard {
                let names = "\(known.engine.name) \(known.shard), \(engine.name) \(shard)"
                throw .badValue(option, value: "auto", expected: "I/N, since several engines state a shard (\(names))")
            }
            if found.map({ $0.shard.count < shard.count }) ?? true { found = (engine, shard) }
        }
        if let found { return found.shard }
        let names = Alternatives.text(allCases.map(\.name))
        throw .badValue(option, value: "auto", expected: "I/N, since the environment has no variables of \(names)")
    }

    /// The part that this engine asks for; nil where it does not run this.
    private func shard(_ environment: [String: String]) throws(UsageError) -> Shard? {
        let (indexName, countName) = variables
        guard let indexText = environment[indexName], !indexText.isEmpty else { return nil }
        guard let countText = environment[countName], !countText.isEmpty else {
            throw .badValue(countName, value: "", expected: "the number of parts, as \(indexName) is set (\(name))")
        }
        guard let count = FileNumber.count.read(countText.utf8), (1...UInt64(Shard.countLimit)).contains(count) else {
            throw .badValue(countName, value: countText, expected: "a number from 1 to \(Shard.countLimit) (\(name))")
        }
        let first = try self == .slurm ? Self.number(environment, Self.slurmFirst) ?? 0 : base
        let step = try self == .slurm ? max(1, Self.number(environment, Self.slurmStep) ?? 1) : 1
        guard let index = FileNumber.count.read(indexText.utf8), index >= first, (index - first) % step == 0,
            (index - first) / step < count
        else {
            throw .badValue(
                indexName, value: indexText,
                expected: "a number from \(first) to \(first + step * (count - 1)) (\(name))")
        }
        return Shard(index: Int((index - first) / step) + 1, count: Int(count))
    }

    /// A number of the environment; nil where there is none.
    private static func number(_ environment: [String: String], _ name: String) throws(UsageError) -> UInt64? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        if let number = FileNumber.count.read(text.utf8) { return number }
        throw .badValue(name, value: text, expected: "a number")
    }
}
