// SPDX-License-Identifier: MIT

/// The counts of a run, for all of it and for each bundle: one for all who say or decide something by them.
///
/// Counts an event before the reporters take it.
final class Tally: EventTaker {
    /// One set of counts.
    struct Counts: Equatable, Sendable {
        /// Cases that were attempted, those whose set-up failed included.
        var executed = 0
        /// Attempted and all held.
        var passed = 0
        /// Those of `passed` that failed at an earlier attempt.
        var flaky = 0
        /// Failed, crashed or timed out.
        var failed = 0
        /// Those of `failed` whose first failure was no failed assertion.
        var unexpected = 0
        /// Said that they should not run, or their platform did.
        var skipped = 0
        /// Their class could not be set up, or the run was cut short.
        var notRun = 0
        /// Classes whose own set-up or tear-down failed.
        var abnormalClasses = 0
    }

    /// Of the whole run.
    private(set) var total = Counts()
    /// By the bundle's file index, as far as there was something to count.
    private var bundles: [Counts] = []
    /// How many cases were not started because enough others had failed.
    private(set) var stopped = 0
    /// How many times cases ran at most, where the run was repeated.
    private(set) var repetitions = 0
    /// Things that went wrong and belong to no case.
    private(set) var strayIssues = 0
    /// The slowest cases, slowest first.
    private(set) var slowest: [(slot: Plan.Slot, duration: UInt64)] = []
    /// How many files are kept of all cases and classes.
    private(set) var attachments = 0
    /// How many bundles could not be used.
    private(set) var faults = 0
    /// Whether the run was cut short.
    private(set) var wasCutShort = false
    /// How many of the slowest cases to keep.
    private let slowestLimit: Int
    /// The registry of all loaded bundles.
    private let registry: Registry

    /// Starts from nothing.
    init(_ registry: Registry, slowestLimit: Int = 0) {
        self.registry = registry
        self.slowestLimit = slowestLimit
    }

    /// By the bundle's file index; those are left out of which nothing was counted.
    var byBundle: [Int: Counts] {
        Dictionary(uniqueKeysWithValues: bundles.enumerated().filter { $0.element != Counts() }.map { ($0, $1) })
    }

    /// Whether anything counts against the run.
    var hasFailed: Bool { total.failed > 0 || total.abnormalClasses > 0 || strayIssues > 0 }

    /// Counts an event.
    func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .attemptFailed(let result): attachments += result.attachments.count
        case .caseEnded(let result):
            attachments += result.attachments.count
            let bundle = registry.classes[registry.cases[Int(result.slot.caseIndex)].classIndex].bundle
            Self.count(result, in: &total)
            makeRoom(for: bundle)
            Self.count(result, in: &bundles[bundle])
            if let repetition = result.repetition { repetitions = max(repetitions, repetition.runs) }
            if result.outcome == .notRun, result.reason == .stopped { stopped += 1 }
            keepIfSlow(result)
        case .unitEnded(let result):
            attachments += result.attachments.count
            guard result.isAbnormal else { return }
            total.abnormalClasses += 1
            let bundle = registry.classes[result.classIndex].bundle
            makeRoom(for: bundle)
            bundles[bundle].abnormalClasses += 1
        case .lateIssue(let issue, _), .runIssue(let issue):
            if issue.isFailure { strayIssues += 1 }
        case .bundleFaulted: faults += 1
        case .runEnded(_, let interruption): wasCutShort = interruption != nil
        case .runStarted, .waiting, .progressed, .workerEnded: break
        }
    }

    /// Makes sure that a bundle has its counts.
    private func makeRoom(for bundle: Int) {
        while bundles.count <= bundle { bundles.append(Counts()) }
    }

    /// Counts a case.
    private static func count(_ result: CaseResult, in counts: inout Counts) {
        if result.isExecuted { counts.executed += 1 }
        switch result.outcome {
        case .passed:
            counts.passed += 1
            if result.isFlaky { counts.flaky += 1 }
        case .failed, .crashed, .timedOut:
            counts.failed += 1
            if result.isUnexpected { counts.unexpected += 1 }
        case .skipped: counts.skipped += 1
        case .notRun: counts.notRun += 1
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
