/// What came of one case.
struct CaseResult: Sendable {
    /// How it ended.
    enum Outcome: Equatable, Sendable {
        /// Everything held.
        case passed
        /// Something did not hold.
        case failed
        /// It ended its worker.
        case crashed
        /// It took longer than its limit.
        case timedOut
        /// It, or its platform, said that it should not run.
        case skipped
        /// Its class could not be set up, or the run was cut short.
        case notRun
    }

    /// What ran.
    var slot: Plan.Slot
    /// How it ended.
    var outcome: Outcome
    /// What went wrong, in the order in which it came.
    var issues: [Issue] = []
    /// What it had to say.
    var logs: [String] = []
    /// What it attached.
    var attachments: [AttachedFile] = []
    /// Why it was skipped or not run.
    var reason: String?
    /// What it printed; kept where it did not pass.
    var output: String?
    /// When it started, in nanoseconds of CLOCK_MONOTONIC; 0 if it never did.
    var started: UInt64 = 0
    /// How long it took, in nanoseconds.
    var duration: UInt64 = 0

    /// Which attempt it is the result of, from 1.
    var attempt = 1

    /// Whether it passed, but not at the first attempt.
    var isFlaky: Bool { outcome == .passed && attempt > 1 }
    /// Whether it counts against the run.
    var isFailure: Bool { outcome == .failed || outcome == .crashed || outcome == .timedOut }
    /// Whether it was attempted (rule 5 of the semantics).
    var isExecuted: Bool { outcome != .notRun && reason != CaseResult.platformReason }
    /// Whether its first failure was not a failed assertion.
    var isUnexpected: Bool { isFailure && !(issues.first(where: \.isFailure)?.isExpected ?? false) }

    /// Why a case is skipped whose platform is not current.
    static let platformReason = "its platform is not current"
}

/// What came of a class's own set-up and tear-down, apart from its cases.
struct UnitResult: Sendable {
    /// The class, by registry index.
    var classIndex: Int
    /// What went wrong.
    var issues: [Issue] = []
    /// What was attached there.
    var attachments: [AttachedFile] = []
    /// Why the class was skipped, if its set-up said so.
    var skipReason: String?
    /// What was printed there; kept where something went wrong.
    var output: String?

    /// Whether it "terminated abnormally" (rule 4 of the semantics).
    var isAbnormal: Bool { issues.contains(where: \.isFailure) }
}
