// SPDX-License-Identifier: MIT

import RunnerModel

/// Holds back the results of failed cases until they have had their further attempts (`--retry`).
///
/// Rule 38.
struct RetryLedger {
    /// How many further attempts a case has at the most.
    let limit: Int
    /// How many a case has that has no number of its own.
    private let usual: Int
    /// The rules, by which single cases have another number.
    private let rules: CaseRules
    /// The last result of each case that has failed so far, in the order in which they failed.
    private(set) var failed: [CaseResult] = []
    /// Which attempt is under way, from 1.
    private var attempt = 1
    /// The cases that are being tried again, and are not through with this attempt.
    private var trying: [Plan.Slot: CaseResult] = [:]
    /// The classes of the plan's cases, by registry index, where there may be further attempts.
    private var classOfSlot: [Plan.Slot: Int] = [:]
    /// The results of classes of which a case is tried again: a class ends behind its cases.
    private var held: [UnitResult] = []
    /// The classes of which a case failed in the first attempt.
    private var failedClasses: Set<Int> = []

    /// Starts before the first attempt of a plan.
    init(limit: Int, of plan: Plan, rules: CaseRules = CaseRules()) {
        (usual, self.rules) = (limit, rules)
        self.limit = max(limit, rules.retryLimit)
        guard self.limit > 0 else { return }
        for unit in plan.units { for slot in plan.slots[unit.slots] { classOfSlot[slot] = unit.classIndex } }
    }

    /// How many of the classes that are postponed failed themselves.
    var heldFailures: Int { held.count(where: \.isAbnormal) }

    /// Returns the results of the classes that were postponed.
    mutating func takeHeld() -> [UnitResult] {
        defer { held = [] }
        return held
    }

    /// How many further attempts a case has.
    private func limit(of slot: Plan.Slot) -> Int { rules.retries(of: slot) ?? usual }

    /// Whether another attempt is to be made.
    var hasMore: Bool { attempt <= limit && !failed.isEmpty }

    /// Whether no further attempt follows.
    var isLastAttempt: Bool { attempt > limit }

    /// Returns the event to report at once, if any.
    ///
    /// A failed case with attempts left is reported as an attempt.
    mutating func filter(_ event: Event) -> Event? {
        if limit == 0 { return event }
        switch event {
        case .caseEnded(var result) where attempt == 1:
            guard result.isFailure, limit(of: result.slot) > 0 else { return event }
            failed.append(result)
            if let index = classOfSlot[result.slot] { failedClasses.insert(index) }
            result.attempt = 1
            return .attemptFailed(result)
        case .caseEnded(var result):
            guard let before = trying.removeValue(forKey: result.slot) else { return nil }
            result.attempt = attempt
            if result.outcome == .passed || result.outcome == .skipped { return .caseEnded(result) }
            // A class that could not be set up says nothing new of the case.
            var last = result.isFailure ? result : before
            last.attempt = attempt
            if result.reason == .interrupted { last.issues += result.issues }
            if attempt > limit(of: last.slot) { return .caseEnded(last) }
            failed.append(last)
            return .attemptFailed(last)
        case .unitEnded(let result)
        where attempt == 1 && failedClasses.contains(result.classIndex):
            held.append(result)
            return nil
        case .unitEnded where attempt > 1, .runStarted where attempt > 1: return nil
        default: return event
        }
    }

    /// The plan of the next attempt: the failed cases in the order in which they first ran.
    mutating func nextPlan(after plan: Plan) -> Plan {
        attempt += 1
        trying = Dictionary(uniqueKeysWithValues: failed.map { ($0.slot, $0) })
        failed = []
        var units: [Plan.Unit] = []
        var slots: [Plan.Slot] = []
        for unit in plan.units {
            let start = slots.count
            slots += plan.slots[unit.slots].filter { trying[$0] != nil }
            if slots.count > start {
                units.append(
                    Plan.Unit(classIndex: unit.classIndex, runGroup: unit.runGroup, slots: start..<slots.count))
            }
        }
        return Plan(seed: plan.seed, units: units, slots: slots, unsupported: [], focus: plan.focus, filteredOut: 0)
    }

    /// The results of cases whose further attempts did not happen, because the run was cut short.
    func abandoned() -> [CaseResult] { failed + trying.values }
}
