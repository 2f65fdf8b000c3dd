// SPDX-License-Identifier: MIT

@testable import RunnerModel

extension NotRunReason: Sampled {
    enum SampleName: CaseIterable {
        case platform, refused, configured, unchanged, forgiven, skipped, setUpFailed, runSetUpFailed, bundleLost,
            stopped, cutShort,
            interrupted, missing, other
    }

    var sampleName: SampleName {
        switch self {
        case .platform: .platform
        case .refused: .refused
        case .configured: .configured
        case .unchanged: .unchanged
        case .forgiven: .forgiven
        case .skipped: .skipped
        case .setUpFailed: .setUpFailed
        case .runSetUpFailed: .runSetUpFailed
        case .bundleLost: .bundleLost
        case .stopped: .stopped
        case .cutShort: .cutShort
        case .interrupted: .interrupted
        case .missing: .missing
        case .other: .other
        }
    }

    static func samples(named name: SampleName) -> [NotRunReason] {
        switch name {
        case .platform: [.platform("macOS"), .platform(nil)]
        case .refused: [.refused]
        case .configured: [.configured("needs a printer")]
        case .unchanged: [.unchanged(since: "2026-01-31T23:59:59")]
        case .forgiven: [.forgiven("quarantined: failed")]
        case .skipped: [.skipped("no network"), .skipped(nil)]
        case .setUpFailed: [.setUpFailed]
        case .runSetUpFailed: [.runSetUpFailed("its set-up 'database' failed")]
        case .bundleLost: [.bundleLost]
        case .stopped: [.stopped]
        case .cutShort: [.cutShort]
        case .interrupted: [.interrupted]
        case .missing: [.missing(hasStarted: false), .missing(hasStarted: true)]
        case .other: [.other("words of another version")]
        }
    }
}

extension Interruption: Sampled {
    enum SampleName: CaseIterable { case signal, runTimeout, lostTable, lostWorkers, noWorker }

    var sampleName: SampleName {
        switch self {
        case .signal: .signal
        case .runTimeout: .runTimeout
        case .lostTable: .lostTable
        case .lostWorkers: .lostWorkers
        case .noWorker: .noWorker
        }
    }

    static func samples(named name: SampleName) -> [Interruption] {
        switch name {
        case .signal: [.signal(2), .signal(15)]
        case .runTimeout: [.runTimeout]
        case .lostTable: [.lostTable]
        case .lostWorkers: [.lostWorkers]
        case .noWorker: [.noWorker]
        }
    }
}

extension Outcome: Sampled {
    enum SampleName: CaseIterable { case passed, failed, crashed, timedOut, skipped, notRun }

    var sampleName: SampleName {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .crashed: .crashed
        case .timedOut: .timedOut
        case .skipped: .skipped
        case .notRun: .notRun
        }
    }

    static func samples(named name: SampleName) -> [Outcome] {
        switch name {
        case .passed: [.passed]
        case .failed: [.failed]
        case .crashed: [.crashed]
        case .timedOut: [.timedOut]
        case .skipped: [.skipped]
        case .notRun: [.notRun]
        }
    }
}

extension Issue.Kind: Sampled {
    enum SampleName: CaseIterable { case assertion, error, warning, known, crash, timeout, leak, bundleFault }

    var sampleName: SampleName {
        switch self {
        case .assertion: .assertion
        case .error: .error
        case .warning: .warning
        case .known: .known
        case .crash: .crash
        case .timeout: .timeout
        case .leak: .leak
        case .bundleFault: .bundleFault
        }
    }

    static func samples(named name: SampleName) -> [RunnerModel.Issue.Kind] {
        switch name {
        case .assertion: [.assertion]
        case .error: [.error]
        case .warning: [.warning]
        case .known: [.known]
        case .crash: [.crash]
        case .timeout: [.timeout]
        case .leak: [.leak]
        case .bundleFault: [.bundleFault]
        }
    }
}

/// The kinds of causes of failures; those with cases are made by the scene, which has a plan.
enum CauseName: CaseIterable {
    case alone, victim, brittle, declaredOrder, hashing, random
    case interleaving, concurrency, company, time, flaky, unknown

    /// The name of a cause.
    init(_ cause: Diagnosis.Cause) {
        self =
            switch cause {
            case .alone: .alone
            case .victim: .victim
            case .brittle: .brittle
            case .declaredOrder: .declaredOrder
            case .hashing: .hashing
            case .random: .random
            case .interleaving: .interleaving
            case .concurrency: .concurrency
            case .company: .company
            case .time: .time
            case .flaky: .flaky
            case .unknown: .unknown
            }
    }

    /// Causes of the kind, by means of some cases.
    func causes(_ slots: [Plan.Slot]) -> [Diagnosis.Cause] {
        switch self {
        case .alone: [.alone]
        case .victim: [.victim(Array(slots.prefix(1))), .victim(slots)]
        case .brittle: [.brittle(Array(slots.prefix(1)))]
        case .declaredOrder: [.declaredOrder]
        case .hashing: [.hashing]
        case .random: [.random(seed: 42)]
        case .interleaving:
            [
                .interleaving(Interleaving(seed: 7)), .interleaving(Interleaving()),
                .interleaving(
                    Interleaving(choiceCount: 0, switchCount: 1, story: ["task 1 began, and ran to its end"])),
                .interleaving(
                    Interleaving(
                        choiceCount: 2, switchCount: 1, isDoubtful: true, story: ["instead, task 1 began, and waited"])),
            ]
        case .concurrency: [.concurrency]
        case .company: [.company(isRecorded: true), .company(isRecorded: false)]
        case .time: [.time(took: 58_000_000_000, limit: 60_000_000_000)]
        case .flaky: [.flaky]
        case .unknown: [.unknown("the run was interrupted before anything was known")]
        }
    }
}

/// The kinds of events, which the scenes show all.
enum EventName: CaseIterable {
    case runStarted, bundleFaulted, caseEnded, attemptFailed, unitEnded, lateIssue, runIssue, diagnosing, diagnosed
    case hunting, hunted, startedEarly, workerEnded, waiting, progressed, runEnded

    /// The name of an event; a new kind does not compile until it has one, and fails until a scene shows it.
    init(_ event: Event) {
        self =
            switch event {
            case .runStarted: .runStarted
            case .bundleFaulted: .bundleFaulted
            case .caseEnded: .caseEnded
            case .attemptFailed: .attemptFailed
            case .unitEnded: .unitEnded
            case .lateIssue: .lateIssue
            case .runIssue: .runIssue
            case .diagnosing: .diagnosing
            case .diagnosed: .diagnosed
            case .hunting: .hunting
            case .hunted: .hunted
            case .startedEarly: .startedEarly
            case .workerEnded: .workerEnded
            case .waiting: .waiting
            case .progressed: .progressed
            case .runEnded: .runEnded
            }
    }
}
