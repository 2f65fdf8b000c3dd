// SPDX-License-Identifier: MIT

import RunnerSupport
import WorkerShims

/// An event of a run.
///
/// The events, in order, are the one source of every report. An event is as large as the end of a case, and those that carry
/// more do so indirectly: it is copied on its way.
public enum Event: Sendable {
    /// The plan is made; nothing has run.
    case runStarted(RunClock)
    /// A bundle cannot be used.
    indirect case bundleFaulted(BundleFault)
    /// A case has ended, or is known not to run.
    case caseEnded(CaseResult)
    /// A case has failed, and its result comes later: it has another attempt (`--retry`), or this is one of several
    /// repetitions (`--repeat`); its result comes later.
    case attemptFailed(CaseResult)
    /// A class has ended.
    indirect case unitEnded(UnitResult)
    /// Something was reported of an activity that had ended already.
    indirect case lateIssue(Issue, Subject?)
    /// An issue that belongs to no case, such as the death of a worker between classes.
    indirect case runIssue(Issue)
    /// The search for the cause of a failure goes on.
    indirect case diagnosing(DiagnosisProgress)
    /// The search for the cause of a failure is over.
    indirect case diagnosed(Diagnosis)
    /// A hunt for order dependence is under way.
    indirect case hunting(HuntResult)
    /// A hunt is over; the diagnoses of its findings follow.
    indirect case hunted(HuntResult)
    /// Cases started although others come before them in the plan, since they take long, by their places in its slots.
    case startedEarly(Range<Int>)
    /// A worker has ended, by its number, after the events of its tests.
    case workerEnded(Int)
    /// The host is about to wait: reporters flush their output.
    case waiting
    /// Time passes: reporters may show progress and announce slow cases.
    indirect case progressed(Progress)
    /// The run has ended; no event follows.
    case runEnded(duration: UInt64, interruption: Interruption?)

    /// The subject of a late report.
    public enum Subject: Equatable, Sendable {
        /// A case, or an example of one.
        case slot(Plan.Slot)
        /// A class's set-up or tear-down.
        case unit(classIndex: Int)
    }
}

extension Event {
    /// Whether a streamed report should show it without delay.
    public var isUrgent: Bool {
        switch self {
        case .caseEnded(let result): result.isFailure
        case .unitEnded(let result): result.isAbnormal
        case .waiting, .workerEnded, .startedEarly, .diagnosing, .hunting: false
        case .runStarted, .bundleFaulted, .attemptFailed, .lateIssue, .runIssue, .progressed, .diagnosed, .hunted,
            .runEnded:
            true
        }
    }
}

/// The relation of the instants of a run, nanoseconds of CLOCK_MONOTONIC, to the time of day.
public struct RunClock: Equatable, Sendable {
    /// The instant at which the run started.
    public var instant: UInt64 = 0
    /// The same moment in nanoseconds since 1970-01-01 00:00:00 UTC.
    public var wallClock: UInt64 = 0

    /// Makes one from its parts.
    public init(instant: UInt64 = 0, wallClock: UInt64 = 0) {
        self.instant = instant
        self.wallClock = wallClock
    }

    /// An instant's nanoseconds since 1970; those of the start for an instant before it.
    public func wallClock(at instant: UInt64) -> UInt64 {
        wallClock + (instant > self.instant ? instant - self.instant : 0)
    }
}

/// The progress of a run.
public struct Progress: Sendable {
    /// All cases that are running, each with the instant at which it started, the longest first.
    public var cases: [(slot: Plan.Slot, started: UInt64)] = []
    /// The cases of which neither set-up nor body has begun: their framework still decides whether they run.
    public var preparing: [Plan.Slot] = []
    /// The cases and hooks that have been running for long enough to be announced.
    public var slow: [Slow] = []
    /// The progress of the repetitions, if there are several.
    public var repetition: Repetition?
    /// Whether the user asks what is running.
    public var isAsked = false
    /// The stacks of running cases, where the user asks again.
    public var stacks: [Plan.Slot: Issue] = [:]

    /// Makes one from its parts.
    public init(
        cases: [(slot: Plan.Slot, started: UInt64)] = [], slow: [Slow] = [], repetition: Repetition? = nil
    ) {
        self.cases = cases
        self.slow = slow
        self.repetition = repetition
    }

    /// A case, a set-up or a tear-down that takes long.
    public struct Slow: Sendable {
        /// The part of a class that takes long.
        public enum Phase: Sendable {
            /// A case.
            case body(Plan.Slot)
            /// A class's set-up.
            case setUp
            /// A class's tear-down.
            case tearDown
        }

        /// The class, by registry index.
        public var classIndex: Int
        /// The part that takes long.
        public var phase = Phase.setUp
        /// The shortest time that it has been running, in nanoseconds.
        public var elapsed: UInt64

        /// Makes one from its parts.
        public init(classIndex: Int, phase: Phase = Phase.setUp, elapsed: UInt64) {
            self.classIndex = classIndex
            self.phase = phase
            self.elapsed = elapsed
        }
    }

    /// One of several repetitions of the run.
    public struct Repetition: Sendable {
        /// The number, from 1.
        public var number: Int
        /// The number of them; nil if it is unknown.
        public var limit: Int?
        /// The number of its cases that have ended.
        public var ended: Int

        /// Makes one from its parts.
        public init(number: Int, limit: Int? = nil, ended: Int) {
            self.number = number
            self.limit = limit
            self.ended = ended
        }
    }
}

/// The reason why a run was cut short.
public enum Interruption: Sendable, Equatable {
    /// By a signal.
    case signal(Int32)
    /// By the time limit for all of it.
    case runTimeout
    /// By a bundle that overwrote the memory with the workers' results.
    case lostTable
    /// By workers that end again and again before they have done anything.
    case lostWorkers
    /// By a system that lets no further process start.
    case noWorker
}

/// A receiver of a run's events: a counter, a record or a report.
public protocol EventHandler {
    /// Takes the next event, and the instant at which the host learnt of it, in nanoseconds of CLOCK_MONOTONIC.
    mutating func handle(_ event: Event, at instant: UInt64)
}

/// Turns events into something to read, without globals and without a clock.
public protocol Reporter: EventHandler {
    /// Where the report goes.
    var output: TextOutput { get }
}

extension Interruption {
    /// A phrase that follows "cut short by".
    public var description: String {
        switch self {
        case .signal(2): "an interrupt"
        case .signal(let number): worker_end.shortName(ofSignal: number) ?? "signal \(number)"
        case .runTimeout: "the time limit of the run (--run-timeout)"
        case .lostTable: "overwritten results"
        case .lostWorkers: "workers that died repeatedly between tests"
        case .noWorker: "a failure to start any worker process"
        }
    }
}
