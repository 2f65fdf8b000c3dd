// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerSupport
import WorkerShims

/// Runs what failed in a test executable once more, with nothing beside it, after a run of several workers.
///
/// `swift test` runs the cases of XCTest one after the other, so suites may share files or ports that several workers fight
/// for. A case that passes now is named. It has failed all the same.
final class SoloRerun {
    /// The most cases that run once more.
    private static let caseLimit = 10
    /// How long all of that may take, and each of these cases, in nanoseconds; longer where they took longer before.
    private static let patience: UInt64 = 5_000_000_000

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The failed cases of test executables, in the order in which they ended.
    private var failed: [Plan.Slot] = []
    /// How long they took, together and the longest, in nanoseconds.
    private var (total, longest): (UInt64, UInt64) = (0, 0)
    /// The workers that ran something.
    private var workers: BundleSet = []

    /// A check of a run; nil where one worker runs everything.
    init?(_ registry: Registry, jobs: Int) {
        guard jobs > 1, !registry.executables.isEmpty else { return nil }
        self.registry = registry
    }

    /// Takes the next event of the run.
    func note(_ event: Event) {
        guard case .caseEnded(let result) = event else { return }
        if let worker = result.worker { workers.insert(worker) }
        // What took too long would do so again.
        guard result.isFailure, result.outcome != .timedOut, failed.count < Self.caseLimit else { return }
        let bundle = registry.classes[registry.cases[Int(result.slot.caseIndex)].classIndex].bundle
        guard registry.executables.contains(bundle) else { return }
        failed.append(result.slot)
        total += result.duration
        longest = max(longest, result.duration)
    }

    /// Tries the cases one after the other, and reports those that pass.
    func run(_ session: DiagnosisSession, emit: (Event) -> Void) {
        let now = worker_now()
        guard workers.indices.count > 1, session.pool.interruption == nil else { return }
        // A run that ends in time is not to be cut short by this.
        let time = Self.patience + 2 * total
        if let end = session.limits.deadline, end < now + max(time, 4 * Self.patience) { return }
        var trials = WorkerTrials(
            registry, session.pool, session.start, session.limits.capped(at: max(Self.patience, 2 * longest)),
            budget: .init(deadline: now + time, runs: Self.caseLimit)
        ) { _ in }
        let conditions = TrialConditions(seed: session.prepared.plan.seed, chance: session.start.chance)
        for slot in failed {
            guard let outcome = try? trials.run([Trial(slot: slot)], under: conditions) else { return }
            guard outcome == [.passed] else { continue }
            var diagnosis = Diagnosis(
                slot: slot, cause: .company, shown: Evidence(1, of: 1), without: Evidence(0, of: 1))
            diagnosis.runs = 1
            diagnosis.command = session.repeatCommand(diagnosis, conditions)
            emit(.diagnosed(diagnosis))
        }
    }
}
