import BundleABI

/// The run as one HTML page that needs no other file and no network (`--html`).
///
/// It keeps what it hears, and writes everything when the run has ended: the counts and what failed as markup, for a
/// reader without JavaScript, and all of it as inert data, of which the page's script makes the rest.
struct HTMLReporter: Reporter {
    /// What it has heard.
    struct Heard {
        /// What ties instants to the time of day.
        var clock = RunClock()
        /// What came of the cases: those of the plan in its order, then those that cannot run here.
        var cases: [CaseResult] = []
        /// The failures of cases that were not the last word.
        var attempts: [Plan.Slot: [CaseResult]] = [:]
        /// What came of classes' set-up and tear-down, by registry index.
        var units: [Int: UnitResult] = [:]
        /// What went wrong outside of cases.
        var problems: [Problem] = []
        /// How long it took, in nanoseconds.
        var duration: UInt64 = 0
        /// Why it was cut short, if it was.
        var interruption: Interruption?
    }

    /// Something that went wrong and belongs to no case.
    struct Problem {
        /// What it was about.
        var title: String
        /// The class, by registry index.
        var classIndex: Int?
        /// The bundle that could not be used.
        var bundle: String?
        /// What went wrong.
        var issues: [Issue]
        /// What was printed.
        var output: String?
    }

    /// What the run is.
    private let context: ReportContext
    /// Where it goes.
    private(set) var output: TextOutput
    /// The counts.
    private var tally = Tally(slowestLimit: 0)
    /// What it has heard; the cases are in no order yet.
    private var heard = Heard()

    /// Prepares a report.
    init(context: ReportContext, output: TextOutput) {
        self.context = context
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        tally.count(event, in: context.registry)
        switch event {
        case .runStarted(let clock): heard.clock = clock
        case .bundleFaulted(let fault): take(fault)
        case .caseEnded(let result): heard.cases.append(result)
        case .attemptFailed(let result): heard.attempts[result.slot, default: []].append(result)
        case .unitEnded(let result): take(result)
        case .lateIssue(let issue, let subject): take(issue, of: subject)
        case .runIssue(let issue): heard.problems.append(Problem(title: "(the run)", issues: [issue]))
        case .progressed: break
        case .runEnded(let duration, let interruption):
            (heard.duration, heard.interruption) = (duration, interruption)
            finish()
        }
    }

    /// A bundle that could not be used.
    private mutating func take(_ fault: BundleFault) {
        let issue = Issue(kind: .bundleFault, message: "\(fault.path): \(fault.reason)")
        heard.problems.append(
            Problem(title: "(the bundle \(fault.name))", bundle: fault.name, issues: [issue], output: fault.output))
    }

    /// A class that has ended; what went wrong in its set-up or tear-down stands among the failures.
    private mutating func take(_ result: UnitResult) {
        var result = result
        if let before = heard.units[result.classIndex] { result.issues = before.issues + result.issues }
        heard.units[result.classIndex] = result
        guard result.isAbnormal else { return }
        heard.problems.removeAll { $0.classIndex == result.classIndex && $0.title == Self.hooksTitle }
        heard.problems.append(
            Problem(
                title: Self.hooksTitle, classIndex: result.classIndex, issues: result.issues, output: result.output))
    }

    /// What a class's set-up and tear-down are called among cases.
    private static let hooksTitle = "(set-up and tear-down)"

    /// Something that was reported when its case had ended.
    private mutating func take(_ issue: Issue, of subject: Event.Subject?) {
        let identity = context.identity(of: subject) ?? "of no case that is known"
        heard.problems.append(
            Problem(
                title: "(reported late: \(identity))", classIndex: context.classIndex(of: subject), issues: [issue]))
    }

    /// Puts the cases into the order of the plan, and writes the page.
    private mutating func finish() {
        var results = Dictionary(heard.cases.map { ($0.slot, $0) }) { $1 }
        let planned = context.plan.slots.map { slot in
            results.removeValue(forKey: slot)
                ?? CaseResult(slot: slot, outcome: .notRun, reason: CaseResult.cutShortReason)
        }
        heard.cases = planned + context.plan.unsupported.compactMap { results.removeValue(forKey: $0) }
        HTMLPage(heard: heard, tally: tally, context: context).write(to: &output)
        output.flush()
    }
}
