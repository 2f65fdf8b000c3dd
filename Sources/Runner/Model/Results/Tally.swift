// SPDX-License-Identifier: MIT

import RunnerSupport

/// The counts of a run, for all of it, each bundle and each class: one for all who say or decide something by them.
///
/// Counts an event before the reporters take it.
public final class Tally: EventHandler {
    /// One set of counts.
    public struct Counts: Equatable, Sendable {
        /// Cases that were attempted, those whose set-up failed included.
        public var executed = 0
        /// Attempted and all held.
        public var passed = 0
        /// The cases of `passed` that failed at an earlier attempt.
        public var flaky = 0
        /// Failures of cases that passed all the same, since the suite expects them.
        public var knownIssues = 0
        /// Failed, crashed or timed out.
        public var failed = 0
        /// The cases of `failed` whose first failure was no failed assertion.
        public var unexpected = 0
        /// The cases of `unexpected` that neither crashed nor timed out.
        public var errors = 0
        /// The cases of `failed` that ended their workers.
        public var crashed = 0
        /// The cases of `failed` that took longer than their limits.
        public var timedOut = 0
        /// Skipped by their own code, or for their platform.
        public var skipped = 0
        /// The cases of `skipped` that were left out since nothing that they use has changed.
        public var unchanged = 0
        /// The cases of `skipped` that failed, and whose failure a rule of the configuration lets fail nothing.
        public var forgiven = 0
        /// Their class could not be set up, or the run was cut short.
        public var notRun = 0
        /// Classes whose own set-up or tear-down failed.
        public var abnormalClasses = 0
        /// The duration of all that ran or were skipped, in nanoseconds.
        public var duration: UInt64 = 0

        /// Starts with the defaults.
        public init() {}

        /// The cases with a result.
        public var ended: Int { passed + failed + skipped }

        /// Counts a case.
        public mutating func add(_ result: CaseResult) {
            if result.outcome != .notRun { duration.add(clamping: result.duration) }
            if result.isExecuted { executed += 1 }
            if !result.isBare { knownIssues += result.issues.count { $0.kind == .known } }
            if result.isForgiven { forgiven += 1 }
            if result.outcome == .skipped, result.reason?.isUnchanged ?? false { unchanged += 1 }
            switch result.outcome {
            case .passed:
                passed += 1
                if result.isFlaky { flaky += 1 }
            case .failed, .crashed, .timedOut:
                failed += 1
                if result.isUnexpected { unexpected += 1 }
                if result.outcome == .failed, result.isUnexpected { errors += 1 }
                if result.outcome == .crashed { crashed += 1 }
                if result.outcome == .timedOut { timedOut += 1 }
            case .skipped: skipped += 1
            case .notRun: notRun += 1
            }
        }

        /// Adds the counts of a part.
        fileprivate mutating func add(_ part: Counts) {
            executed += part.executed
            passed += part.passed
            flaky += part.flaky
            knownIssues += part.knownIssues
            forgiven += part.forgiven
            unchanged += part.unchanged
            failed += part.failed
            unexpected += part.unexpected
            errors += part.errors
            crashed += part.crashed
            timedOut += part.timedOut
            skipped += part.skipped
            notRun += part.notRun
            abnormalClasses += part.abnormalClasses
            duration.add(clamping: part.duration)
        }

        /// The cases of `failed` that neither crashed nor timed out.
        public var endedByItself: Int { failed - crashed - timedOut }
    }

    /// Of the whole run.
    public private(set) var total = Counts()
    /// By the class's registry index.
    private var classes: [Counts]
    /// The outcome of each case, by its slot's number: the only thing that is kept of every case.
    private var outcomes: [Outcome?]
    /// The number of cases that were not started because enough others had failed.
    public private(set) var stopped = 0
    /// The number of cases that did not come to their end because the run was cut short.
    public private(set) var cutShort = 0
    /// The most times that a case ran, where the run was repeated.
    public private(set) var repetitions = 0
    /// Failures that came after their test had ended, or from no test.
    public private(set) var lateIssues = 0
    /// Failures that concern the run as a whole, such as a shard that is missing.
    public private(set) var runIssues = 0
    /// The number of cases that started before their place in the order, since they take long.
    public private(set) var startedEarly = 0
    /// The slowest cases, slowest first.
    public private(set) var slowest: [(slot: Plan.Slot, duration: UInt64)] = []
    /// The skipped cases by the reason, in words: how many, and the first; each reason of the first thousand.
    public private(set) var skips: [String: (count: Int, first: Plan.Slot)] = [:]
    /// When the first of those passed that were left out since nothing that they use has changed, in words.
    public private(set) var unchangedSince: String?
    /// The number of kept files of all cases and classes.
    public private(set) var attachments = 0
    /// The number of bundles that could not be used.
    private(set) var faults = 0
    /// The number of cases that failed in a hunt and not in the run.
    public private(set) var huntFailures = 0
    /// Whether the run was cut short.
    private(set) var wasCutShort = false
    /// The number of slowest cases to keep.
    private let slowestLimit: Int
    /// The registry of all loaded bundles.
    private let registry: Registry

    /// Starts from nothing.
    public init(_ registry: Registry, slowestLimit: Int = 0) {
        self.registry = registry
        self.slowestLimit = slowestLimit
        classes = Array(repeating: Counts(), count: registry.classes.count)
        outcomes = Array(repeating: nil, count: registry.slotNumberCount)
    }

    /// The outcome of a case; nil if it has none yet.
    public func outcome(of slot: Plan.Slot) -> Outcome? { outcomes[registry.number(of: slot)] }

    /// By the bundle's file index.
    public var byBundle: [Counts] {
        // By name, which is the order of the file indices.
        let last = registry.bundles.last?.fileIndex ?? -1
        var bundles = Array(repeating: Counts(), count: last + 1)
        for index in classes.indices where registry.classes[index].bundle <= last {
            bundles[registry.classes[index].bundle].add(classes[index])
        }
        return bundles
    }

    /// The counts of a class, so far.
    public func counts(ofClass index: Int) -> Counts { classes.indices.contains(index) ? classes[index] : Counts() }

    /// Whether anything counts against the run.
    public var hasFailed: Bool {
        total.failed > 0 || huntFailures > 0 || total.abnormalClasses > 0 || lateIssues > 0 || runIssues > 0
    }

    /// Counts an event.
    public func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .attemptFailed(let result): attachments += result.attachments.count
        case .caseEnded(let result):
            attachments += result.attachments.count
            outcomes[registry.number(of: result.slot)] = result.outcome
            total.add(result)
            classes[registry.cases[Int(result.slot.caseIndex)].classIndex].add(result)
            if let repetition = result.repetition { repetitions = max(repetitions, repetition.runs) }
            if result.outcome == .notRun {
                if result.reason == .stopped { stopped += 1 }
                if result.reason?.isCutShort == true { cutShort += 1 }
            }
            if result.outcome == .skipped, case .unchanged(let time) = result.reason {
                unchangedSince = min(unchangedSince ?? time, time)
            }
            if result.outcome == .skipped, !result.isForgiven, !(result.reason?.isUnchanged ?? false) {
                keepSkip(result)
            }
            keepIfSlow(result)
        case .unitEnded(let result):
            attachments += result.attachments.count
            guard result.isAbnormal else { return }
            total.abnormalClasses += 1
            classes[result.classIndex].abnormalClasses += 1
        case .startedEarly(let places): startedEarly += places.count
        case .lateIssue(let issue, _): if issue.isFailure { lateIssues += 1 }
        case .runIssue(let issue): if issue.isFailure { runIssues += 1 }
        case .bundleFaulted: faults += 1
        case .runEnded(_, let interruption): wasCutShort = interruption != nil
        case .runStarted, .waiting, .progressed, .workerEnded, .diagnosing, .diagnosed, .hunting: break
        case .hunted(let result): huntFailures = result.failures.count
        }
    }

    /// The most reasons to keep.
    private static let reasonLimit = 1000

    /// Counts a case by the reason why it was skipped.
    private func keepSkip(_ result: CaseResult) {
        let words = result.reason?.words ?? NotRunReason.skipped(nil).words
        if let known = skips[words] {
            skips[words] = (known.count + 1, known.first)
        } else if skips.count < Self.reasonLimit {
            skips[words] = (1, result.slot)
        }
    }

    /// Keeps a case if it is among the slowest.
    private func keepIfSlow(_ result: CaseResult) {
        guard slowestLimit > 0, result.duration > 0 else { return }
        if slowest.count == slowestLimit, let last = slowest.last, last.duration >= result.duration { return }
        let place = slowest.firstIndex { $0.duration < result.duration } ?? slowest.count
        slowest.insert((result.slot, result.duration), at: place)
        if slowest.count > slowestLimit { slowest.removeLast() }
    }
}
