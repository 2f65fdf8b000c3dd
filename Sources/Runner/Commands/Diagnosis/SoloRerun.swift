// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerSupport
import WorkerShims

/// Runs the failed cases of a test executable once more, with nothing at the same time, after a run of several workers.
///
/// `swift test` runs the cases of XCTest one after the other, so suites may share files or ports that several workers fight
/// for. A case that passes now is named. It still counts as failed.
final class SoloRerun: Guest {
    /// The most cases that run once more.
    private static let caseLimit = 10
    /// The time limit for all trials, in nanoseconds; a case that takes longer by itself is not tried.
    private static let patience: UInt64 = 5_000_000_000

    /// The registry of all loaded bundles; nil where one worker runs everything, and before the run.
    private var registry: Registry?
    /// The failed cases of test executables, in the order in which they ended.
    private var failed: [Plan.Slot] = []
    /// The workers that ran something.
    private var workers: BundleSet = []

    /// A check of a run; nil where more is tried, or nothing.
    init?(_ options: Options) {
        if options.diagnose != nil || options.hunt != nil || options.isRepeated { return nil }
    }

    func prepare(_ run: PreparedRun, _ executor: inout WorkerExecutor) {
        if executor.pool.jobs > 1, !run.registry.executables.isEmpty { registry = run.registry }
    }

    var listener: ((Event) -> Void)? { registry == nil ? nil : note }

    /// Notes a case that may pass by itself.
    private func note(_ event: Event) {
        guard let registry, case .caseEnded(let result) = event else { return }
        if let worker = result.worker { workers.insert(worker) }
        // A case that took too long would do so again.
        guard result.isFailure, result.outcome != .timedOut, result.duration < Self.patience,
            failed.count < Self.caseLimit
        else { return }
        let bundle = registry.classes[registry.cases[Int(result.slot.caseIndex)].classIndex].bundle
        // A case that runs at the same time as others may need them.
        guard registry.executables.contains(bundle), !registry.runningTogether.contains(Int(result.slot.caseIndex))
        else { return }
        failed.append(result.slot)
    }

    /// Tries the cases one after the other, and reports those that pass, and where the time was over.
    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void) {
        guard !failed.isEmpty, workers.indices.count > 1, case let run = run(), run.pool.interruption == nil else {
            return
        }
        // A run that ends in time is not to be cut short by this.
        if let end = run.limits.deadline, end < worker_now() + 4 * Self.patience { return }
        var trials = run.trials(for: Self.patience, runs: Self.caseLimit) { _ in }
        for (number, slot) in failed.enumerated() {
            emit(.diagnosing(DiagnosisProgress(slot: slot, run: 1, number: number + 1, of: failed.count)))
            do throws(TrialStop) {
                let outcomes = try trials.outcomes(of: [WatchedCase(slot: slot)], under: run.conditions)
                guard outcomes == [.passed] else { continue }
                report(.company(isRecorded: run.isRecorded), of: slot, run, emit)
            } catch .outOfTime {
                let others = failed.count - number - 1
                let rest = others == 0 ? "" : ", and so for \(Count.text(others, "other failed case"))"
                let limit = DurationText.seconds(Self.patience)
                let words =
                    "it is unknown whether it passes by itself\(rest): no time was left of \(limit); --diagnose takes longer"
                return report(.unknown(words), of: slot, run, emit)
            } catch { return }
        }
    }

    /// Reports what one more run of a case has shown.
    private func report(
        _ cause: Diagnosis.Cause, of slot: Plan.Slot, _ run: EndedRun, _ emit: (Event) -> Void
    ) {
        var diagnosis = Diagnosis(slot: slot, cause: cause)
        if case .company = cause { (diagnosis.shown, diagnosis.without) = (Evidence(1, of: 1), Evidence(0, of: 1)) }
        diagnosis.runs = 1
        diagnosis.command = run.repeatCommand(diagnosis, run.conditions)
        emit(.diagnosed(diagnosis))
    }
}
