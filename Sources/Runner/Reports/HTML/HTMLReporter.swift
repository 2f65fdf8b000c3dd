// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The run as one HTML page that needs no other file and no network (`--html`).
///
/// It keeps every event and writes the page when the run has ended: the counts and the failures as markup, for a
/// reader without JavaScript, and everything as inert data, from which the page's script makes the rest.
struct HTMLReporter: Reporter {
    /// The events received, in the form that the page needs.
    struct CollectedEvents {
        /// The relation of instants to the time of day.
        var clock = RunClock()
        /// The results of the cases: those of the plan in its order, then those that cannot run here.
        var cases: [CaseResult] = []
        /// The failures of attempts that were followed by another.
        var attempts: [Plan.Slot: [CaseResult]] = [:]
        /// The results of classes' set-up and tear-down, by registry index.
        var units: [Int: UnitResult] = [:]
        /// The causes of failures.
        var diagnoses: [Plan.Slot: Diagnosis] = [:]
        /// The problems outside of cases.
        var problems: [Problem] = []
        /// The duration of the run, in nanoseconds.
        var duration: UInt64 = 0
        /// The reason why the run was cut short, if it was.
        var interruption: Interruption?
    }

    /// A problem that belongs to no case.
    struct Problem {
        /// The subject of the problem.
        var title: String
        /// The class, by registry index.
        var classIndex: Int?
        /// The bundle that could not be used.
        var bundle: String?
        /// The issues.
        var issues: [Issue]
        /// The captured output.
        var output: String?
    }

    /// The run that the report is about.
    private let context: ReportContext
    /// The directory that the page will be in, an absolute path, for links to attached files; nil if it is not known.
    private let directory: String?
    /// The output to write the page to.
    private(set) var output: TextOutput
    /// The events received; the cases are not yet in order.
    private var events = CollectedEvents()

    /// Prepares a report.
    init(context: ReportContext, output: TextOutput, directory: String? = nil) {
        self.context = context
        self.directory = directory
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted(let clock): events.clock = clock
        case .bundleFaulted(let fault): take(fault)
        case .caseEnded(let result): events.cases.append(result)
        case .attemptFailed(let result): events.attempts[result.slot, default: []].append(result)
        case .unitEnded(let result): take(result)
        case .lateIssue(let issue, let subject): take(issue, of: subject)
        case .runIssue(let issue): events.problems.append(Problem(title: "(the run)", issues: [issue]))
        case .diagnosed(let diagnosis): events.diagnoses[diagnosis.slot] = diagnosis
        case .progressed, .waiting, .workerEnded, .startedEarly, .diagnosing, .hunting, .hunted: break
        case .runEnded(let duration, let interruption):
            (events.duration, events.interruption) = (duration, interruption)
            finish()
        }
    }

    /// A bundle that could not be used.
    private mutating func take(_ fault: BundleFault) {
        let issue = Issue(kind: .bundleFault, message: "\(fault.path): \(fault.reason)")
        events.problems.append(
            Problem(title: "(the bundle \(fault.name))", bundle: fault.name, issues: [issue], output: fault.output))
    }

    /// Handles the end of a class; issues of its set-up or tear-down count among the failures.
    private mutating func take(_ result: UnitResult) {
        var result = result
        if let before = events.units[result.classIndex] { result.issues = before.issues + result.issues }
        events.units[result.classIndex] = result
        guard result.isAbnormal else { return }
        events.problems.removeAll { $0.classIndex == result.classIndex && $0.title == Self.hooksTitle }
        events.problems.append(
            Problem(
                title: Self.hooksTitle, classIndex: result.classIndex, issues: result.issues, output: result.output))
    }

    /// The name of a class's set-up and tear-down among cases.
    private static let hooksTitle = "(set-up and tear-down)"

    /// Handles an issue that was reported after its case had ended.
    private mutating func take(_ issue: Issue, of subject: Event.Subject?) {
        let title = "(\(context.title(ofLate: subject)))"
        events.problems.append(Problem(title: title, classIndex: context.classIndex(of: subject), issues: [issue]))
    }

    /// Returns the cause of a failure as a note among the case's issues.
    private func note(of diagnosis: Diagnosis) -> Issue {
        let text = DiagnosisText(diagnosis: diagnosis, name: context.identity(of:))
        var issue = Issue(kind: .warning, message: "diagnosis: \(text.sentence)")
        issue.details = (text.evidence + ["\(text.announcement):", diagnosis.command]).joined(separator: "\n")
        return issue
    }

    /// Puts the cases into the order of the plan, and writes the page.
    private mutating func finish() {
        var results = Dictionary(events.cases.map { ($0.slot, $0) }) { $1 }
        for (slot, diagnosis) in events.diagnoses { results[slot]?.issues.append(note(of: diagnosis)) }
        events.cases = (context.plan.slots + context.plan.unsupported).compactMap { results.removeValue(forKey: $0) }
        HTMLPage(events: events, tally: context.tally, context: context, directory: directory).write(to: &output)
        output.flush()
    }
}
