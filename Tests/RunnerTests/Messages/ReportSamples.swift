// SPDX-License-Identifier: MIT

@testable import RunnerModel

extension NotRunReason: Sampled {
    static func samples(after value: NotRunReason?) -> [NotRunReason] {
        switch value {
        case nil: [.platform("macOS"), .platform(nil)]
        case .platform: [.refused]
        case .refused: [.configured("needs a printer")]
        case .configured: [.unchanged(since: "2026-01-31T23:59:59")]
        case .unchanged: [.forgiven("quarantined: failed")]
        case .forgiven: [.skipped("no network"), .skipped(nil)]
        case .skipped: [.setUpFailed]
        case .setUpFailed: [.runSetUpFailed("its set-up 'database' failed")]
        case .runSetUpFailed: [.bundleLost]
        case .bundleLost: [.stopped]
        case .stopped: [.cutShort]
        case .cutShort: [.interrupted]
        case .interrupted: [.missing(hasStarted: false), .missing(hasStarted: true)]
        case .missing: [.other("words of another version")]
        case .other: []
        }
    }
}

extension Interruption: Sampled {
    static func samples(after value: Interruption?) -> [Interruption] {
        switch value {
        case nil: [.signal(2), .signal(15)]
        case .signal: [.runTimeout]
        case .runTimeout: [.lostTable]
        case .lostTable: [.lostWorkers]
        case .lostWorkers: [.noWorker]
        case .noWorker: []
        }
    }
}

extension Outcome: Sampled {
    static func samples(after value: Outcome?) -> [Outcome] {
        switch value {
        case nil: [.passed]
        case .passed: [.failed]
        case .failed: [.crashed]
        case .crashed: [.timedOut]
        case .timedOut: [.skipped]
        case .skipped: [.notRun]
        case .notRun: []
        }
    }
}

extension Issue.Kind: Sampled {
    static func samples(after value: RunnerModel.Issue.Kind?) -> [RunnerModel.Issue.Kind] {
        switch value {
        case nil: [.assertion]
        case .assertion: [.error]
        case .error: [.warning]
        case .warning: [.known]
        case .known: [.crash]
        case .crash: [.timeout]
        case .timeout: [.leak]
        case .leak: [.bundleFault]
        case .bundleFault: []
        }
    }
}

extension Diagnosis.Cause {
    /// Every cause of failures, by means of some cases.
    static func samples(_ slots: [Plan.Slot]) -> [Diagnosis.Cause] { chained { samples(after: $0, slots) } }

    /// Returns values of the case behind a value's, as `Sampled` does.
    private static func samples(after value: Diagnosis.Cause?, _ slots: [Plan.Slot]) -> [Diagnosis.Cause] {
        switch value {
        case nil: [.alone]
        case .alone: [.victim(Array(slots.prefix(1))), .victim(slots)]
        case .victim: [.brittle(Array(slots.prefix(1)))]
        case .brittle: [.declaredOrder]
        case .declaredOrder: [.hashing]
        case .hashing: [.random(seed: 42)]
        case .random:
            [
                .interleaving(Interleaving(seed: 7)), .interleaving(Interleaving()),
                .interleaving(
                    Interleaving(choiceCount: 0, switchCount: 1, story: ["task 1 began, and ran to its end"])),
                .interleaving(
                    Interleaving(
                        choiceCount: 2, switchCount: 1, isDoubtful: true, story: ["instead, task 1 began, and waited"])),
            ]
        case .interleaving: [.concurrency]
        case .concurrency: [.company(isRecorded: true), .company(isRecorded: false)]
        case .company: [.time(took: 58_000_000_000, limit: 60_000_000_000)]
        case .time: [.flaky]
        case .flaky: [.unknown("the run was interrupted before anything was known")]
        case .unknown: []
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
