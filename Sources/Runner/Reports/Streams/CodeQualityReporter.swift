// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The failures as GitLab's Code Quality report, a JSON array that a merge request shows next to the changed lines.
struct CodeQualityReporter: Reporter {
    /// The run that the report is about.
    private let context: ReportContext
    /// The target.
    private(set) var output: TextOutput
    /// The checkout, to whose root GitLab takes paths to be relative: the package may be in a directory of it.
    private let checkout: String
    /// Whether the next entry needs a comma before it.
    private var hasEntries = false

    /// Prepares a report.
    init(
        context: ReportContext, output: TextOutput,
        checkout: String? = getenv("CI_PROJECT_DIR").map { String(cString: $0) }
    ) {
        (self.context, self.output, self.checkout) = (context, output, checkout ?? "")
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted: output.write("[")
        case .caseEnded(let result):
            let place = context.place(ofCase: result.slot.caseIndex)
            let severity = result.outcome == .failed ? "major" : "critical"
            write(result.issues, of: context.identity(of: result.slot), at: place, result.outcome.rawValue, severity)
        case .unitEnded(let result):
            let identity = context.registry.identity(ofClass: result.classIndex)
            write(result.issues, of: identity, at: context.place(ofClass: result.classIndex), "setUp", "critical")
        case .lateIssue(let issue, let subject):
            let place = context.classIndex(of: subject).flatMap { context.place(ofClass: $0) }
            write([issue], of: context.identity(of: subject) ?? "the run", at: place, "late", "major")
        case .runIssue(let issue): write([issue], of: "the run", at: nil, "run", "critical")
        case .bundleFaulted(let fault):
            let place = ReportContext.Place(file: fault.path, line: 0)
            write([Issue(kind: .bundleFault, message: fault.reason)], of: fault.name, at: place, "bundle", "blocker")
        // A result follows.
        case .attemptFailed, .waiting, .workerEnded, .startedEarly, .progressed: return
        case .diagnosing, .diagnosed, .hunting, .hunted: return
        case .runEnded:
            output.line(hasEntries ? "\n]" : "]")
            output.flush()
        }
    }

    /// Writes an entry for each issue; where it has no place, the declaration's counts, since GitLab shows nothing without one.
    private mutating func write(
        _ issues: [Issue], of identity: String, at declared: ReportContext.Place?, _ check: String, _ severity: String
    ) {
        var known: [String: Int] = [:]
        for issue in issues {
            let message = "\(identity): \(issue.summary)"
            // The line is no part of it, so that an issue stays the same one when lines move.
            let key = FailureFold.withoutAddresses(message)
            known[key, default: 0] += 1
            let place = issue.place ?? declared
            var json = JSONWriter()
            json.beginObject()
            json.member("description", message)
            json.member("check_name", issue.isFailure ? check : "warning")
            json.member("fingerprint", Self.hash("\(key)\u{1F}\(known[key] ?? 1)"))
            json.member("severity", issue.isFailure ? severity : "minor")
            json.object("location") { json in
                json.member("path", place.map { path($0.file) } ?? identity)
                json.object("lines") { $0.member("begin", Int(max(1, place?.line ?? 1))) }
            }
            json.endObject()
            output.write(hasEntries ? ",\n" : "\n")
            output.write(json.bytes)
            hasEntries = true
        }
    }

    /// A path relative to the checkout; one that is not below it, to the directory of the run.
    private func path(_ file: String) -> String { context.relative(ReportContext.path(file, below: checkout)) }

    /// A text's hash in hexadecimal digits.
    private static func hash(_ text: String) -> String { SHA256.hash(Array(text.utf8)).hexadecimal }
}
