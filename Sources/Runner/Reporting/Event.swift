/// What happens in a run, in order.
///
/// The one source of every report.
enum Event: Sendable {
    /// The plan is made; nothing has run.
    case runStarted
    /// A bundle cannot be used.
    case bundleFaulted(BundleFault)
    /// A case has ended, or is known not to run.
    case caseEnded(CaseResult)
    /// A case has failed, and will be tried again (`--retry`); its result comes later.
    case attemptFailed(CaseResult)
    /// A class has ended.
    case unitEnded(UnitResult)
    /// Something was reported of an activity that had ended already.
    case lateIssue(Issue, Activity?)
    /// Something went wrong that belongs to no case, such as a worker that died between classes.
    case runIssue(Issue)
    /// Time passes: a chance to show progress.
    case progressed(Progress)
    /// Nothing more comes.
    case runEnded(duration: UInt64, interruption: Interruption?)
}

/// How far a run is.
struct Progress: Sendable {
    /// The case that is running, if one is.
    var running: Plan.Slot?
    /// How many others are running.
    var others = 0
    /// Since when, in nanoseconds.
    var elapsed: UInt64 = 0
}

/// Why a run was cut short.
enum Interruption: Sendable, Equatable {
    /// By a signal.
    case signal(Int32)
    /// By the time limit for all of it.
    case runTimeout
}

/// Turns events into something to read.
///
/// It has no globals and no clock.
protocol Reporter {
    /// Takes the next event.
    mutating func handle(_ event: Event)
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
