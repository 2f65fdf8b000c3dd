// SPDX-License-Identifier: MIT

import RunnerModel

/// The outcomes of the tests of a run with `--affected`: a test may be left out next time only if nothing of it failed.
///
/// Rule 73.
struct AffectedOutcomes {
    /// The tests that passed or failed an attempt, and whether an attempt failed; those that failed do not count.
    private(set) var passed: [Plan.Slot: Bool] = [:]
    /// The tests that failed, also after their end, or were skipped.
    private var failed: Set<Plan.Slot> = []
    /// The classes of which a set-up or a tear-down failed, by registry index.
    private var abnormal: Set<Int> = []
    /// Whether something failed that may be of any test.
    private var isOfAny = false

    /// Takes an event of the run.
    mutating func take(_ event: Event) {
        switch event {
        case .attemptFailed(let result): passed[result.slot] = true
        case .caseEnded(let result):
            if result.reason?.isUnchanged ?? false { return }
            if result.outcome == .passed {
                passed[result.slot] = result.isFlaky || passed[result.slot] ?? false
            } else {
                failed.insert(result.slot)
            }
        case .unitEnded(let result) where result.isAbnormal: abnormal.insert(result.classIndex)
        case .lateIssue(let issue, let subject) where issue.isFailure:
            switch subject {
            case .slot(let slot): failed.insert(slot)
            case .unit(let index): abnormal.insert(index)
            case nil: isOfAny = true
            }
        case .runIssue(let issue) where issue.isFailure: isOfAny = true
        default: break
        }
    }

    /// The tests of which the record must go.
    func failed(in registry: Registry) -> Set<Plan.Slot> {
        failed.union(
            passed.keys.filter { isOfAny || abnormal.contains(registry.cases[Int($0.caseIndex)].classIndex) })
    }
}
