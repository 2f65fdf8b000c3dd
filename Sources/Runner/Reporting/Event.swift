/// What happens in a run, in order: the one source of every report.
enum Event: Sendable {
    /// The plan is made; nothing has run.
    case runStarted(RunClock)
    /// A bundle cannot be used.
    case bundleFaulted(BundleFault)
    /// A case has ended, or is known not to run.
    case caseEnded(CaseResult)
    /// A case has failed, and will be tried again (`--retry`); its result comes later.
    case attemptFailed(CaseResult)
    /// A class has ended.
    case unitEnded(UnitResult)
    /// Something was reported of an activity that had ended already.
    case lateIssue(Issue, Subject?)
    /// Something went wrong that belongs to no case, such as a worker that died between classes.
    case runIssue(Issue)
    /// Time passes: a chance to show progress.
    case progressed(Progress)
    /// Nothing more comes.
    case runEnded(duration: UInt64, interruption: Interruption?)

    /// What a late report is about.
    enum Subject: Equatable, Sendable {
        /// A case, or an example of one.
        case slot(Plan.Slot)
        /// A class's set-up or tear-down.
        case unit(classIndex: Int)
    }
}

/// What ties the instants of a run, nanoseconds of CLOCK_MONOTONIC, to the time of day.
struct RunClock: Equatable, Sendable {
    /// The instant at which the run started.
    var instant: UInt64 = 0
    /// The same moment in nanoseconds since 1970-01-01 00:00:00 UTC.
    var wallClock: UInt64 = 0

    /// An instant's nanoseconds since 1970; those of the start for an instant before it.
    func wallClock(at instant: UInt64) -> UInt64 { wallClock + (instant > self.instant ? instant - self.instant : 0) }
}

/// How far a run is.
struct Progress: Sendable {
    /// The case that is running, if one is.
    var running: Plan.Slot?
    /// How many others are running.
    var others = 0
    /// Since when, in nanoseconds.
    var elapsed: UInt64 = 0
    /// All cases that are running, each with the instant at which it started.
    var cases: [(slot: Plan.Slot, started: UInt64)] = []
}

/// Why a run was cut short.
enum Interruption: Sendable, Equatable {
    /// By a signal.
    case signal(Int32)
    /// By the time limit for all of it.
    case runTimeout
}

/// Turns events into something to read, without globals and without a clock.
protocol Reporter {
    /// Where the report goes.
    var output: TextOutput { get }

    /// Takes the next event, and the instant at which the host learnt of it, in nanoseconds of CLOCK_MONOTONIC.
    mutating func handle(_ event: Event, at instant: UInt64)
}

extension Interruption {
    /// A phrase that follows "cut short by".
    var description: String {
        switch self {
        case .signal(2): "an interrupt"
        case .signal(let number): "signal \(number)"
        case .runTimeout: "the time limit for the run"
        }
    }
}
