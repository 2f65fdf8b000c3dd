// SPDX-License-Identifier: MIT

import RunnerSupport

/// The result of one case.
public struct CaseResult: Sendable {
    /// The slot that ran.
    public var slot: Plan.Slot
    /// When it started, in nanoseconds of CLOCK_MONOTONIC; 0 if it never did.
    public var started: UInt64
    /// The duration, in nanoseconds.
    public var duration: UInt64
    /// The details that few cases have.
    private var details: Details?
    /// The worker that ran it; -1 if none did.
    private var workerNumber: Int32
    /// Its index in the slots of the plan that ran; -1 if unknown.
    private var placeNumber: Int32
    /// The outcome.
    public var outcome: Outcome

    /// Says how a case ended.
    public init(
        slot: Plan.Slot, outcome: Outcome, issues: [Issue] = [], reason: NotRunReason? = nil, started: UInt64 = 0,
        duration: UInt64 = 0, worker: Int? = nil, place: Int? = nil
    ) {
        (self.slot, self.outcome, self.started, self.duration) = (slot, outcome, started, duration)
        workerNumber = worker.map { Int32(clamping: $0) } ?? -1
        placeNumber = place.map { Int32(clamping: $0) } ?? -1
        if issues.isEmpty, reason == nil { return }
        change { ($0.issues, $0.reason) = (issues, reason) }
    }

    /// A repetition of the whole run (`--repeat`, `--until-failure`).
    public struct Repetition: Equatable, Sendable {
        /// Which, from 1: the one in which the case first failed, or the last.
        public var number: Int
        /// The seed of the repetition.
        public var seed: UInt64
        /// The number of times that the case ran, once that is known.
        public var runs = 0
        /// The number of times that it failed, once that is known.
        public var failures = 0

        /// Makes one from its parts.
        public init(number: Int, seed: UInt64, runs: Int = 0, failures: Int = 0) {
            self.number = number
            self.seed = seed
            self.runs = runs
            self.failures = failures
        }
    }

    /// Which of the workers ran it, from 0; nil if none did.
    ///
    /// A replacement has the number of the dead worker.
    public var worker: Int? {
        get { workerNumber < 0 ? nil : Int(workerNumber) }
        set { workerNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    /// Its index in the slots of the plan that ran; nil if it was in none, or comes from a file.
    public var place: Int? { placeNumber < 0 ? nil : Int(placeNumber) }

    /// The place of a preliminary failure in the run: "at attempt 2", "in repetition 3 (seed 44)".
    public var attemptWords: String {
        guard let repetition else { return "at attempt \(attempt)" }
        return "in repetition \(repetition.number) (seed \(repetition.seed))"
    }

    /// The failures of a case that ran more than once: "in 2 of 10 repetitions, first in repetition 3 (seed 44)".
    public var repetitionWords: String? {
        guard let repetition, repetition.runs > 1, isFailure else { return nil }
        let runs = Count.text(repetition.runs, "repetition")
        let first = "repetition \(repetition.number) (seed \(repetition.seed))"
        return "in \(repetition.failures) of \(runs), first in \(first)"
    }

    /// Whether an earlier report already showed this result: the first failure of several repetitions.
    public func isReported(by attempt: CaseResult) -> Bool {
        attempt.repetition != nil && attempt.repetition?.number == repetition?.number
    }

    /// Whether it passed, but not at the first attempt.
    public var isFlaky: Bool { outcome == .passed && attempt > 1 }
    /// Whether it failed, and a rule of the configuration lets that fail nothing.
    public var isForgiven: Bool { if case .forgiven = reason { true } else { false } }
    /// Whether the run ended before its turn.
    public var isLeftOver: Bool { outcome == .notRun && (reason == .stopped || reason?.isCutShort == true) }
    /// Whether it counts against the run.
    public var isFailure: Bool { outcome.isFailure }
    /// Whether it was attempted (rule 5).
    public var isExecuted: Bool { outcome != .notRun && !isUnsupported }
    /// Whether it was never part of the plan: it cannot run here.
    public var isUnsupported: Bool { reason?.isUnsupported ?? false }
    /// Whether its first failure was not a failed assertion.
    public var isUnexpected: Bool { isFailure && !(issues.first(where: \.isFailure)?.isExpected ?? false) }
}

// MARK: - Details

extension CaseResult {
    /// The details that few cases have: apart, so that all others are quickly copied on their way to the reports.
    private final class Details: Sendable {
        /// Its parts.
        let parts: Parts

        /// Keeps the parts.
        init(_ parts: Parts) { self.parts = parts }
    }

    /// The parts of a result that few cases have.
    private struct Parts {
        /// The issues.
        var issues: [Issue] = []
        /// The log lines.
        var logs: [String] = []
        /// The properties of its own.
        var properties: [CaseProperty] = []
        /// The attached files.
        var attachments: [AttachedFile] = []
        /// The reason why it was skipped or not run.
        var reason: NotRunReason?
        /// The captured output.
        var output: String?
        /// Which attempt.
        var attempt = 1
        /// Which repetition.
        var repetition: Repetition?
        /// Whether it passed at a further attempt, which a rule counts as a failure.
        var hasPassedAtRetry = false
        /// Which of its tasks had each turn.
        var turns: TaskTrace?
        /// The framework's own record of its skip.
        var skipRecord: String?

        /// Whether there is nothing to say.
        var isEmpty: Bool {
            issues.isEmpty && logs.isEmpty && properties.isEmpty && attachments.isEmpty && reason == nil && turns == nil
                && output == nil && attempt == 1 && repetition == nil && !hasPassedAtRetry && skipRecord == nil
        }
    }

    /// Changes the parts that few cases have.
    private mutating func change(_ body: (inout Parts) -> Void) {
        var parts = details?.parts ?? Parts()
        body(&parts)
        details = parts.isEmpty ? nil : Details(parts)
    }

    /// Whether it passed, and there is nothing else to say of it: so it is with nearly all cases.
    public var isPlainPass: Bool { details == nil && outcome == .passed }

    /// Whether it has no issues, log lines, attachments and output to show, as most results.
    public var isBare: Bool {
        guard let parts = details?.parts else { return true }
        return parts.issues.isEmpty && parts.logs.isEmpty && parts.attachments.isEmpty && parts.output == nil
    }

    /// The issues, in the order in which they came.
    public var issues: [Issue] {
        get { details?.parts.issues ?? [] }
        set { change { $0.issues = newValue } }
    }

    /// The log lines.
    public var logs: [String] {
        get { details?.parts.logs ?? [] }
        set { change { $0.logs = newValue } }
    }

    /// The properties of its own, in the order in which they came.
    public var properties: [CaseProperty] {
        get { details?.parts.properties ?? [] }
        set { change { $0.properties = newValue } }
    }

    /// The attached files.
    public var attachments: [AttachedFile] {
        get { details?.parts.attachments ?? [] }
        set { change { $0.attachments = newValue } }
    }

    /// The reason why it was skipped or not run.
    public var reason: NotRunReason? {
        get { details?.parts.reason }
        set { change { $0.reason = newValue } }
    }

    /// The captured output; nil if the case passed, unless all output is wanted.
    public var output: String? {
        get { details?.parts.output }
        set { change { $0.output = newValue } }
    }

    /// Which attempt it is the result of, from 1.
    public var attempt: Int {
        get { details?.parts.attempt ?? 1 }
        set { change { $0.attempt = newValue } }
    }

    /// The task that had each turn; nil if turns were not recorded.
    public var turns: TaskTrace? {
        get { details?.parts.turns }
        set { change { $0.turns = newValue } }
    }

    /// The record of its skip in its framework's event stream, as JSON.
    public var skipRecord: String? {
        get { details?.parts.skipRecord }
        set { change { $0.skipRecord = newValue } }
    }

    /// Whether it passed at a further attempt, which a rule counts as a failure.
    var hasPassedAtRetry: Bool {
        get { details?.parts.hasPassedAtRetry ?? false }
        set { change { $0.hasPassedAtRetry = newValue } }
    }

    /// Which repetition it is the result of, where there are several.
    public var repetition: Repetition? {
        get { details?.parts.repetition }
        set { change { $0.repetition = newValue } }
    }
}

/// The result of a class's own set-up and tear-down, apart from its cases.
public struct UnitResult: Sendable {
    /// The class, by registry index.
    public var classIndex: Int
    /// The issues.
    public var issues: [Issue] = []
    /// The files attached there.
    public var attachments: [AttachedFile] = []
    /// The reason why the class was skipped, if its set-up said so.
    public var skipReason: NotRunReason?
    /// The captured output; nil if there is none.
    public var output: String?
    /// When its set-up started, in nanoseconds of CLOCK_MONOTONIC; 0 if it never did.
    public var started: UInt64 = 0
    /// The end of its tear-down; the start if there was no end.
    public var ended: UInt64 = 0
    /// Which of the workers ran it, from 0; nil if none did.
    public var worker: Int?
    /// The repetition in which it first went wrong; nil if it did not, or nothing is repeated.
    public var repetition: CaseResult.Repetition?

    /// The result of a class that ran in several parts: this one and the next.
    public func joined(with next: UnitResult) -> UnitResult {
        var whole = next
        whole.issues = issues + next.issues
        whole.attachments = attachments + next.attachments
        whole.skipReason = skipReason ?? next.skipReason
        whole.output = output ?? next.output
        whole.started = min(started, next.started)
        whole.ended = max(ended, next.ended)
        return whole
    }

    /// Whether it "terminated abnormally" (rule 4).
    public var isAbnormal: Bool { issues.contains(where: \.isFailure) }
}

extension UnitResult {
    /// The result of a class of which nothing is known yet.
    public init(classIndex: Int) { self.init(classIndex: classIndex, issues: []) }
}
