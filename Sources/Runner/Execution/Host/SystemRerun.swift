// SPDX-License-Identifier: MIT

import RunnerModel

/// Holds back failures by an order of tasks that may not repeat, until their cases have run once more by the system's order.
///
/// Where something else than a task has woken one, or a task has kept its thread, the seed did not decide all, and the scheduler may have a
/// part in the failure: such a case may pass. A failure by an order that the seed alone decides is never postponed.
///
/// Rule 72.
struct SystemRerun {
    /// The plan of the run.
    private let plan: Plan
    /// The failures, in the order in which they came.
    private var failures: [CaseResult] = []
    /// The results of the classes that they are in: a class ends behind its cases.
    private var classes: [UnitResult] = []
    /// These classes, by registry index.
    private var classIndices: Set<Int> = []
    /// What came of the cases by the system's order.
    private var second: [Plan.Slot: CaseResult] = [:]

    /// Starts before the run of a plan.
    init(of plan: Plan) { self.plan = plan }

    /// Whether there is something to run.
    var isNeeded: Bool { !failures.isEmpty }

    /// Returns the event to report at once, if any.
    mutating func filter(_ event: Event) -> Event? {
        switch event {
        case .caseEnded(let result) where result.isFailure && result.turns.map { $0.excuses > 0 } ?? false:
            failures.append(result)
            let unit = plan.units.first { plan.slots[$0.slots].contains(result.slot) }
            if let unit { classIndices.insert(unit.classIndex) }
            return nil
        case .unitEnded(let result) where classIndices.contains(result.classIndex):
            classes.append(result)
            return nil
        default: return event
        }
    }

    /// The cases that run once more.
    var rerun: Plan {
        let slots = Set(failures.map(\.slot))
        return plan.keeping { slots.contains($0) }.withoutUnsupported
    }

    /// Takes an event of the second run; returns what of it is reported at once.
    mutating func take(_ event: Event) -> Event? {
        switch event {
        case .caseEnded(let result): second[result.slot] = result
        case .lateIssue, .runIssue, .bundleFaulted, .waiting, .workerEnded, .startedEarly: return event
        default: break
        }
        return nil
    }

    /// The final results of what was postponed, with both runs in them.
    func results() -> [Event] {
        failures.map { .caseEnded(judged($0)) } + classes.map { .unitEnded($0) }
    }

    /// A failure, with what came of the case by the system's order.
    private func judged(_ failure: CaseResult) -> CaseResult {
        var result = failure
        result.turns = nil
        switch second[failure.slot] {
        case .some(let other) where other.outcome == .passed:
            let what =
                "failed by the seed's order of tasks, which may not repeat, and passed by the system's: it counts as passed"
            // Not flaky: all attempts had the same order.
            (result.outcome, result.attempt) = (.passed, 1)
            result.issues = [Issue(kind: .warning, message: what)] + failure.issues.map(\.asWarning)
        case .some(let other) where other.isFailure:
            let message = other.issues.first(where: \.isFailure)?.message ?? other.outcome.words
            let what = "failed by the system's order of tasks as well: \(message)"
            result.issues.append(Issue(kind: .warning, message: what))
        default: break
        }
        return result
    }
}

extension Issue {
    /// The same as a remark that fails nothing.
    fileprivate var asWarning: Issue {
        var copy = self
        if isFailure { copy.kind = .warning }
        return copy
    }
}

extension Plan {
    /// The plan without the cases that cannot run here.
    fileprivate var withoutUnsupported: Plan {
        Plan(seed: seed, units: units, slots: slots, unsupported: [], focus: focus, filteredOut: 0)
    }
}
