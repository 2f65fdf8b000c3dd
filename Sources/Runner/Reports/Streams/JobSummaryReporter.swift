// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// A summary in Markdown for the page of a GitHub Actions job: counts, bundles, failures, seed.
struct JobSummaryReporter: Reporter {
    /// GitHub refuses a summary of more than a mebibyte; failures are left out from here on, in bytes.
    private static let sizeLimit = 900_000
    /// The most of one failure's text, in characters.
    private static let textLimit = 10_000

    /// The run that the report is about.
    private let context: ReportContext
    /// The target.
    private(set) var output: TextOutput
    /// The facts about the run as a whole, as Markdown.
    private var runFailures = ""
    /// The failures, as Markdown.
    private var failures = ""
    /// The number of failures for which there was no room.
    private var leftOut = 0
    /// The bundles that could not be used.
    private var faults: [BundleFault] = []

    /// Prepares a summary.
    init(context: ReportContext, output: TextOutput) {
        self.context = context
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted, .progressed, .waiting, .workerEnded, .startedEarly, .diagnosing, .hunting: break
        case .hunted(let result): if !result.failures.isEmpty { add("hunt: \(result.sentence)", [], nil) }
        case .diagnosed(let diagnosis):
            let lines = context.lines(diagnosis)
            add("diagnosis: \(lines[0])", Array(lines.dropFirst()), nil)
        // The final result will have the failure of a repetition.
        case .attemptFailed(let result) where result.repetition != nil: break
        case .attemptFailed(let result):
            add(context.title(ofAttempt: result), result.issues.map(\.text), result.output)
        case .bundleFaulted(let fault):
            faults.append(fault)
            add("bundle \(fault.name)", ["\(fault.path): \(fault.reason)"], fault.output)
        case .caseEnded(let result):
            guard result.isFailure else { return }
            add(context.title(of: result), result.issues.map(\.text), result.output)
        case .unitEnded(let result):
            guard result.isAbnormal else { return }
            let title = "\(context.registry.identity(ofClass: result.classIndex)) terminated abnormally"
            add(title, result.issues.map(\.text), result.output)
        case .lateIssue(let issue, let subject): add(context.title(ofLate: subject), [issue.text], nil)
        case .runIssue(let issue): add("the run", [issue.text], nil, isOfRun: true)
        case .runEnded(let duration, let interruption): finish(duration, interruption)
        }
    }

    /// A failure that can be folded away; those of the run come before those of its tests.
    private mutating func add(_ title: String, _ issues: [String], _ output: String?, isOfRun: Bool = false) {
        guard runFailures.utf8.count + failures.utf8.count < Self.sizeLimit else {
            leftOut += 1
            return
        }
        let text = (issues + (output.map { ["output:\n\($0)"] } ?? [])).joined(separator: "\n\n")
        var folded = "<details><summary>\(Self.inline(title))</summary>\n\n"
        folded += "<pre>\(Self.block(String(text.prefix(Self.textLimit))))</pre>\n\n</details>\n\n"
        if isOfRun { runFailures += folded } else { failures += folded }
    }

    /// Writes everything.
    private mutating func finish(_ duration: UInt64, _ interruption: Interruption?) {
        output.line("## Tests \(words(interruption))\n")
        output.line("| bundle | passed | failed | skipped | not run |\n| --- | ---: | ---: | ---: | ---: |")
        let all = context.tally.byBundle
        for bundle in context.registry.bundles where !faults.contains(where: { $0.name == bundle.name }) {
            row(Self.inline(bundle.name), all[bundle.fileIndex])
        }
        for fault in faults { output.line("| \(Self.inline(fault.name)) | could not be used | | | |") }
        row("all", context.tally.total)
        let omissions = context.omissions
        if !omissions.isEmpty { output.line("\n**Not everything ran:** \(omissions.details { Self.inline($0) }).") }
        let known = context.tally.total.knownIssues
        output.line(
            "\nIn \(DurationText.text(duration)). \(known > 0 ? Count.text(known, "known issue") + ". " : "")Seed \(context.plan.seed). Repeat: <code>\(Self.inline(context.repeatCommand))</code>\n"
        )
        output.write(runFailures)
        output.write(failures)
        if leftOut > 0 { output.line("\(Count.text(leftOut, "more failure")) left out.") }
        output.flush()
    }

    /// The run in a few words.
    private func words(_ interruption: Interruption?) -> String {
        let omissions = context.omissions
        if interruption != nil { return omissions.qualified("cut short", isGood: false) }
        if context.tally.hasFailed { return omissions.qualified("failed", isGood: false) }
        if context.omissionFault != nil {
            return omissions.focus.isNarrowed ? "focused, which is an error" : "incomplete, which is an error"
        }
        return faults.isEmpty
            ? omissions.qualified("passed") : omissions.qualified("passed, with faults", isGood: false)
    }

    /// A row of the table.
    private mutating func row(_ name: String, _ counts: Tally.Counts) {
        let flaky = counts.flaky > 0 ? " (\(counts.flaky) flaky)" : ""
        output.line("| \(name) | \(counts.passed)\(flaky) | \(counts.failed) | \(counts.skipped) | \(counts.notRun) |")
    }

    /// A text in a line of Markdown, in which no character means anything but itself.
    private static func inline(_ text: String) -> String {
        var result = ""
        for scalar in TerminalText.line(text).unicodeScalars {
            let isPlain =
                !scalar.isASCII || scalar == " " || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
        }
        return result
    }

    /// A text in `<pre>`.
    private static func block(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.map { XMLWriter.escaped(TerminalText.line(String($0))) }.joined(separator: "\n")
    }
}
