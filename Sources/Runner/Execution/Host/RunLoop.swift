// SPDX-License-Identifier: MIT

import RunnerModel

/// Decides what starts next in a run, and whether anything does: no other place does that.
///
///     next              the trial that starts now; none after an interrupt, or enough failures (counts)
///       nextAttempt       the plan; then what failed of it, up to `--retry` more times; then what failed in an order of tasks that may
///                         not repeat, in the system's; then the rest, if failures that may pass had stopped the plan
///       nextRepetition    the plan again, with the next seed
///     take              one event in, at most one out: what is reported of it now
///     finish            what was held back
///
/// Rules 37, 38, 39 and 72.
public final class RunLoop {
    /// The end of a trial.
    public struct End {
        /// Whether the user, a time limit or a loss ended the run.
        var isInterrupted = false
        /// Whether nothing more was started because enough had failed.
        var isStopped = false
    }

    /// The plan of the run.
    private let plan: Plan
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The repetitions and retries of the run.
    private let settings: PlanSettings
    /// Plans the same tests with another seed.
    private let replan: (UInt64) -> Plan
    /// The most further attempts that a case has.
    private let retryLimit: Int
    /// Whether a plain pass of a first attempt is reported as it is.
    private let isPlain: Bool

    /// The trial under way, or the last one.
    private var trial: Trial?
    /// Whether a plain pass of this trial is reported as it is, at once.
    private var passesOn = false
    /// The number of final failures that count.
    private var failureCount = 0
    /// The last results of the cases that failed and have an attempt left, in the order in which they failed.
    private var waiting: [CaseResult] = []
    /// The failures in an order of tasks that may not repeat: the system's order is their last attempt.
    private var doubtful: [CaseResult] = []
    /// The cases of a further attempt that have not ended, with the failure before.
    private var trying: [Plan.Slot: CaseResult] = [:]
    /// The failures whose further attempt did not end.
    private var abandoned: [CaseResult] = []
    /// Whether failures that may pass stopped the plan.
    private var isCut = false
    /// The cases of classes that had begun when the plan was stopped.
    private var leftOver: [CaseResult] = []
    /// The classes of which a case has no final result: a class ends after its cases.
    private var open: Set<Int> = []
    /// The results of these classes.
    private var held: [UnitResult] = []
    /// The final results, for the observers of later trials.
    private var carriedOver: CarriedOverCounts
    /// The results of repetitions; nil where there is one.
    private var collector: RepetitionCollector?

    /// Prepares the run of a plan.
    public init(_ plan: Plan, _ registry: Registry, _ settings: PlanSettings, replan: @escaping (UInt64) -> Plan) {
        (self.plan, self.registry, self.settings, self.replan) = (plan, registry, settings, replan)
        retryLimit = max(settings.retry, settings.rules.retryLimit)
        isPlain = retryLimit == 0 && settings.rules.isEmpty && !settings.isRepeated
        carriedOver = CarriedOverCounts(unsupported: plan.unsupported)
        if settings.isRepeated {
            collector = RepetitionCollector(seed: plan.seed, limit: settings.repetitions)
        }
    }

    // MARK: What starts

    /// Whether a failure counts towards the limit of `--fail-fast`.
    ///
    /// Another rule for the end of a run, such as "five failures of the network team's tests", is a change here: `registry` has
    /// the names and tags of all tests.
    private func counts(_ subject: Event.Subject) -> Bool {
        switch subject {
        case .slot(let slot): !settings.rules.forgives(slot)
        case .unit: true
        }
    }

    /// Whether a failure in a trial may reach the limit.
    ///
    /// In the first attempt each may: where it is not final, the case is tried again at once, and if it passes the rest runs.
    private func counts(_ subject: Event.Subject, atAttempt attempt: UInt32, bySystem: Bool) -> Bool {
        switch subject {
        case .slot(let slot):
            counts(subject) && (bySystem || attempt >= retries(of: slot) || attempt == 0 && canResume)
        case .unit: counts(subject) && attempt == 0 && !bySystem
        }
    }

    /// Whether a plan that was stopped can go on: a prescribed order says what a process runs from its beginning.
    private var canResume: Bool { settings.canResume && plan.prescription == nil }

    /// The number of further attempts of a case.
    private func retries(of slot: Plan.Slot) -> Int { settings.rules.retries(of: slot) ?? settings.retry }

    /// Returns the trial that starts after the end of the last one; nil if none starts.
    ///
    /// - Parameter isSettled: Whether a case has its final result.
    public func next(after end: End, isSettled: (Plan.Slot) -> Bool) -> Trial? {
        if plan.slots.isEmpty || trial != nil && end.isInterrupted { return nil }
        if let limit = settings.failFast, failureCount >= limit { return nil }
        guard var next = collector == nil ? nextAttempt(end, isSettled) : nextRepetition() else { return nil }
        next.carriedOver = carriedOver
        next.failureLimit = settings.failFast.map { [attempt = next.attempt, bySystem = next.isBySystem] limit in
            FailureLimit(limit - failureCount) { self.counts($0, atAttempt: attempt, bySystem: bySystem) }
        }
        (trial, passesOn) = (next, isPlain && next.isFirst)
        return next
    }

    /// Goes on with the attempts of the plan's cases.
    private func nextAttempt(_ end: End, _ isSettled: (Plan.Slot) -> Bool) -> Trial? {
        guard var next = trial else { return Trial(plan) }
        next.delay = 0
        if next.isFirst { isCut = end.isStopped && canResume }
        if !end.isStopped {
            abandoned += trying.values
            trying = [:]
        }
        if trying.isEmpty {
            if let first = waiting.first {
                (next.attempt, next.isolation) = (UInt32(clamping: first.attempt), settings.retryIsolation)
                takeUp(&waiting)
                let delays = trying.keys.map { settings.rules.retryDelay(of: $0) ?? settings.retryDelay }
                next.delay = delays.map { $0.nanoseconds(before: next.attempt) }.max() ?? 0
            } else if !doubtful.isEmpty {
                (next.isBySystem, next.isolation) = (true, settings.retryIsolation)
                takeUp(&doubtful)
            } else {
                guard isCut else { return nil }
                (isCut, leftOver, open) = (false, [], [])
                return Trial(plan.keeping { !isSettled($0) })
            }
        }
        next.plan = plan.keeping { trying[$0] != nil }
        return next
    }

    /// Tries cases again.
    private func takeUp(_ failures: inout [CaseResult]) {
        trying = Dictionary(failures.map { ($0.slot, $0) }) { $1 }
        failures = []
    }

    /// Goes on to the next repetition.
    private func nextRepetition() -> Trial? {
        guard trial != nil else { return Trial(plan) }
        guard var all = collector, !settings.untilFailure || all.failureCount == 0, all.startNext() else {
            return nil
        }
        collector = all
        var next = Trial(replan(all.seed))
        next.seed = all.seed
        return next
    }

    // MARK: What is reported

    /// Takes an event of the trial; returns what of it is reported now.
    public func take(_ event: Event) -> Event? {
        // Nearly always: it is final, and no rule changes it.
        if passesOn, case .caseEnded(let result) = event, result.isPlainPass { return event }
        let event = settings.rules.judged(event)
        if collector != nil {
            failureCount += failures(in: event)
            return collector?.filter(event)
        }
        switch event {
        case .caseEnded(let result): return trial?.isFirst ?? true ? first(result) : further(result)
        case .unitEnded(let result): return trial?.isFirst ?? true ? end(of: result) : nil
        default: return event
        }
    }

    /// The number of an event's failures that count.
    private func failures(in event: Event) -> Int {
        switch event {
        case .caseEnded(let result): result.isFailure && counts(.slot(result.slot)) ? 1 : 0
        case .unitEnded(let result): result.isAbnormal && counts(.unit(classIndex: result.classIndex)) ? 1 : 0
        default: 0
        }
    }

    /// Takes the result of a first attempt.
    private func first(_ result: CaseResult) -> Event? {
        if result.isFailure, retries(of: result.slot) > 0 { return postpone(result, attempt: 1) }
        guard result.reason == .stopped, canResume else { return settle(result) }
        // If what stopped the plan passes, it runs after all.
        leftOver.append(result)
        open.insert(classIndex(of: result))
        return nil
    }

    /// Takes the result of a further attempt.
    private func further(_ result: CaseResult) -> Event? {
        guard result.reason != .stopped, let trial, let before = trying.removeValue(forKey: result.slot) else {
            return nil
        }
        if trial.isBySystem { return settle(before.judged(bySystem: result)) }
        let attempt = Int(trial.attempt) + 1
        var last = result
        if result.outcome != .passed {
            // A class that could not be set up, or a test that skips itself, says nothing new about the case.
            if !result.isFailure { last = before }
            if result.outcome == .skipped, let reason = result.reason {
                last.issues.append(Issue(kind: .warning, message: "attempt \(attempt) was skipped: \(reason.words)"))
            }
            if result.reason == .interrupted { last.issues += result.issues }
            if attempt <= retries(of: result.slot) { return postpone(last, attempt: attempt) }
        }
        last.attempt = attempt
        return settle(last)
    }

    /// Keeps the failure of a case with attempts left.
    private func postpone(_ result: CaseResult, attempt: Int) -> Event {
        var result = result
        result.attempt = attempt
        waiting.append(result)
        open.insert(classIndex(of: result))
        return .attemptFailed(result)
    }

    /// Takes the result of a last attempt, unless the system's order of tasks is one more.
    private func settle(_ result: CaseResult) -> Event? {
        if result.isFailure, let turns = result.turns, turns.excuses > 0 {
            var result = result
            result.turns = nil
            doubtful.append(result)
            open.insert(classIndex(of: result))
            return nil
        }
        var event = Event.caseEnded(result)
        if settings.rules.judgesFinalResults { event = settings.rules.judgedFinally(event) }
        failureCount += failures(in: event)
        if retryLimit > 0, case .caseEnded(let result) = event { carriedOver.add(result) }
        return event
    }

    /// Takes the result of a class; keeps it back where a case of it has none.
    private func end(of result: UnitResult) -> Event? {
        failureCount += failures(in: .unitEnded(result))
        var whole = result
        if let place = held.firstIndex(where: { $0.classIndex == result.classIndex }) {
            whole = held.remove(at: place).joined(with: result)
        }
        if !open.contains(result.classIndex) { return .unitEnded(whole) }
        held.append(whole)
        return nil
    }

    /// The results that were held back, once nothing more starts.
    public func finish() -> [Event] {
        if let collector { return collector.finals(of: plan) }
        let cases = abandoned + waiting + trying.values + doubtful + leftOver
        return cases.map { .caseEnded($0) } + held.map { .unitEnded($0) }
    }

    /// The class of a case.
    private func classIndex(of result: CaseResult) -> Int { registry.cases[Int(result.slot.caseIndex)].classIndex }
}

extension CaseResult {
    /// A failure in an order of tasks that may not repeat, judged by the case's result in the system's order (rule 72).
    ///
    /// If something other than a task woke a task, or a task kept its thread, the seed did not decide everything, and the scheduler may
    /// have contributed to the failure: such a case may pass.
    fileprivate func judged(bySystem other: CaseResult) -> CaseResult {
        var result = self
        if other.outcome == .passed {
            let what =
                "failed in the seed's order of tasks, which may not repeat, and passed in the system's: it counts as passed"
            // Not flaky: all attempts had the same order.
            (result.outcome, result.attempt) = (.passed, 1)
            result.issues = [Issue(kind: .warning, message: what)] + issues.map(\.asWarning)
        } else if other.isFailure {
            let message = other.issues.first(where: \.isFailure)?.message ?? other.outcome.words
            let what = "also failed in the system's order of tasks: \(message)"
            result.issues.append(Issue(kind: .warning, message: what))
        }
        return result
    }
}
