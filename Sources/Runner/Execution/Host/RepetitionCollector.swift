// SPDX-License-Identifier: MIT

import RunnerModel

/// Holds back the results of repetitions (`--repeat`, `--until-failure`) until the last of them is over.
///
/// A failure is reported at once, with its repetition. At the end each case has one result: the first failure if there was
/// one, else the last result.
///
/// Rule 39.
struct RepetitionCollector {
    /// The notes on a case.
    private struct Entry {
        /// The result to report.
        var result: CaseResult
        /// The number of times that it was attempted.
        var runs = 0
        /// The number of times that it failed.
        var failures = 0
        /// The files attached in repetitions that are not reported by themselves.
        var attachments: [AttachedFile] = []
    }

    /// The number of failures of one case to report; further ones are counted.
    private static let reportedFailures = 20

    /// The seed of the current repetition.
    private(set) var seed: UInt64
    /// The number of repetitions; nil for no end.
    private let limit: Int?
    /// Which repetition is under way, from 1.
    private var number = 1
    /// The notes on each case.
    private var entries: [Plan.Slot: Entry] = [:]
    /// The results of each class, by registry index.
    private var units: [Int: UnitResult] = [:]
    /// The number of cases of this repetition that have ended.
    private var endedCount = 0
    /// The number of failures of cases, set-ups, tear-downs, and of work after their ends.
    private(set) var failureCount = 0

    /// Starts before the first repetition.
    init(seed: UInt64, limit: Int?) {
        self.seed = seed
        self.limit = limit
    }

    /// Goes on to the next repetition, by the next seed.
    ///
    /// False if there is none.
    mutating func startNext() -> Bool {
        if number == limit { return false }
        number += 1
        seed &+= 1
        endedCount = 0
        return true
    }

    /// Returns the event to report at once, if any.
    mutating func filter(_ event: Event) -> Event? {
        switch event {
        case .caseEnded(let result): return take(result)
        case .unitEnded(let result):
            take(result)
            return nil
        case .progressed(var progress):
            progress.repetition = Progress.Repetition(number: number, limit: limit, ended: endedCount)
            return .progressed(progress)
        case .lateIssue(let issue, _), .runIssue(let issue):
            if issue.isFailure { failureCount += 1 }
            return event
        default: return event
        }
    }

    /// Takes the result of a case.
    private mutating func take(_ result: CaseResult) -> Event? {
        endedCount += 1
        var entry = entries[result.slot] ?? Entry(result: result)
        if result.isExecuted { entry.runs += 1 }
        // A known failure, or a known run, is not replaced by less.
        if !entry.result.isFailure, result.isExecuted || !entry.result.isExecuted {
            entry.result = result
        } else if result.reason == .interrupted {
            entry.result.issues += result.issues
        }
        var reported: Event?
        if result.isFailure {
            failureCount += 1
            entry.failures += 1
            var failure = result
            failure.repetition = CaseResult.Repetition(number: number, seed: seed)
            if entry.failures == 1 { entry.result = failure }
            if entry.failures <= Self.reportedFailures { reported = .attemptFailed(failure) }
        }
        if reported == nil { entry.attachments += result.attachments }
        entries[result.slot] = entry
        return reported
    }

    /// Takes the result of a class; its first failure counts.
    private mutating func take(_ result: UnitResult) {
        var result = result
        if result.isAbnormal {
            failureCount += 1
            result.repetition = CaseResult.Repetition(number: number, seed: seed)
            result.issues.append(Issue(kind: .warning, message: "went wrong in repetition \(number) (seed \(seed))"))
        }
        guard var known = units[result.classIndex] else { return units[result.classIndex] = result }
        let attachments = known.attachments + result.attachments
        if !known.isAbnormal, known.issues.isEmpty || result.isAbnormal { known = result }
        known.attachments = attachments
        units[result.classIndex] = known
    }

    /// The final result of every case and class, in the plan's order.
    func finals(of plan: Plan) -> [Event] {
        var events: [Event] = []
        for unit in plan.classes {
            for slot in plan.slots[unit.slots] {
                guard let entry = entries[slot] else { continue }
                var result = entry.result
                var repetition = result.repetition ?? CaseResult.Repetition(number: number, seed: seed)
                (repetition.runs, repetition.failures) = (entry.runs, entry.failures)
                result.repetition = repetition
                result.attachments = entry.attachments
                events.append(.caseEnded(result))
            }
            if let result = units[unit.classIndex] { events.append(.unitEnded(result)) }
        }
        return events
    }
}
