// SPDX-License-Identifier: MIT

import ReportPage
import RunnerModel
import RunnerSupport

/// An HTML report as text: the page's frame, filled in.
struct HTMLPage {
    /// Everything that the reporter has received.
    let events: HTMLReporter.CollectedEvents
    /// The counts.
    let tally: Tally
    /// The run that the report is about.
    let context: ReportContext
    /// The directory that it will be in, if that is known.
    let directory: String?

    /// Writes the page.
    func write(to output: inout TextOutput) {
        let (style, script) = (Self.bytes(report_page_style()), Self.bytes(report_page_script()))
        let parts: [String: () -> String] = [
            "policy": { Self.policy(style: style, script: script) },
            "title": { HTMLText.escaped(context.host.isEmpty ? heading : "\(heading) – \(context.host)") },
            "style": { String(decoding: style, as: UTF8.self) },
            "script": { String(decoding: script, as: UTF8.self) },
            "verdict": { verdict },
            "heading": { HTMLText.escaped(heading) },
            "facts": { HTMLText.escaped(facts) },
            "seed": { String(context.plan.seed) },
            "repeat": { HTMLText.escaped(context.repeatCommand) },
            "notices": { noticeList },
            "failures": { failures },
            "data": { HTMLText.json(ReportData.text(events, context, facts: allFacts, directory: directory)) },
        ]
        // Only the frame is searched for placeholders, never the inserted text.
        let frame = String(decoding: Self.bytes(report_page_frame()), as: UTF8.self)
        for (index, piece) in frame.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = piece.firstRange(of: "}}") else {
                output.write(String(piece))
                continue
            }
            output.write(parts[String(piece[..<end.lowerBound])]?() ?? "")
            output.write(String(piece[end.upperBound...]))
        }
    }

    /// A part of the page that is the same in every report.
    private static func bytes(_ part: report_part) -> [UInt8] {
        Array(UnsafeBufferPointer(start: part.start, count: part.size))
    }

    /// The content security policy: one script, one style, nothing loaded.
    private static func policy(style: [UInt8], script: [UInt8]) -> String {
        func source(_ bytes: [UInt8]) -> String { "'sha256-\(Base64.text(SHA256.hash(bytes)))'" }
        return "default-src 'none'; script-src \(source(script)); style-src \(source(style)); img-src data:; "
            + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    }

    // MARK: What it came to

    /// Whether a bundle could not be used.
    private var faultCount: Int { events.problems.count { $0.bundle != nil } }

    /// The verdict as a class of the style.
    private var verdict: String {
        if tally.hasFailed { return "failed" }
        if events.interruption != nil { return "cut" }
        if context.omissionFault != nil { return "failed" }
        let mayBeEmpty = context.plan.isEmptyShard || context.plan.noTests == .pass
        if faultCount > 0 || tally.total.executed == 0 && !mayBeEmpty { return "faults" }
        if !context.omissions.isEmpty { return "faults" }
        return "passed"
    }

    /// "20,000", and after it the word for that many.
    private static func grouped(_ number: Int, _ words: String = "") -> String {
        var digits = Array(String(number))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits) + (words.isEmpty ? "" : " \(words)\(number == 1 ? "" : "s")")
    }

    /// The result of the run, in a line.
    private var heading: String {
        let total = tally.total
        if total.failed > 0 { return "\(Self.grouped(total.failed)) of \(Self.grouped(total.executed, "case")) failed" }
        if tally.hasFailed { return "No case failed, but a set-up, a tear-down or a process did" }
        if events.interruption != nil { return "The run was cut short" }
        if faultCount > 0 { return "\(Self.grouped(total.passed, "case")) passed, but not every bundle could be used" }
        if total.executed == 0 { return context.plan.isEmptyShard ? "This shard has no case" : "Nothing ran" }
        let omissions = context.omissions
        if !omissions.isEmpty { return omissions.qualified("\(Self.grouped(total.passed, "case")) passed") }
        return total.passed == 1 ? "The one case passed" : "All \(Self.grouped(total.passed, "case")) passed"
    }

    /// The counts, the duration and the start time.
    private var facts: String {
        let total = tally.total
        // The states of the page's filter, in the same words.
        let counts = [
            (total.passed - total.flaky, "passed"), (total.flaky, "flaky"), (total.endedByItself, "failed"),
            (total.crashed, "crashed"), (total.timedOut, "timed out"), (total.skipped, "skipped"),
            (total.notRun, "not run"),
        ]
        var states = counts.filter { $0.0 > 0 }.map { "\(Self.grouped($0.0)) \($0.1)" }
        if total.knownIssues > 0 { states.append(Self.grouped(total.knownIssues, "known issue")) }
        let words = states.joined(separator: ", ")
        let parts = [words, DurationText.text(events.duration), started, context.host]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The start time.
    private var started: String {
        UTCTime.text(events.clock.wallClock).split(separator: "T").joined(separator: " ") + " UTC"
    }

    /// The facts about the run as a whole, by name.
    private var allFacts: [(String, String)] {
        let plan = context.plan
        let source = context.seedSource.map { " (fixed by \($0))" } ?? ""
        var facts = [
            ("Started", started), ("Took", DurationText.text(events.duration)), ("Host", context.host),
            ("Directory", context.directory), ("Seed", "\(plan.seed)\(source)"),
        ]
        if let shard = plan.shard { facts.append(("Shard", "\(shard), \(plan.elsewhere) cases in others")) }
        if plan.filteredOut > 0 { facts.append(("Not selected", Count.text(plan.filteredOut, "case"))) }
        facts.append(("Runner", Version.current))
        return facts.filter { !$0.1.isEmpty }
    }

    /// The most warnings of builds that are shown.
    private static let warningLimit = 100

    /// The notices that a reader must not miss.
    private var noticeList: String {
        var lines: [String] = []
        let omissions = context.omissions
        if !omissions.isEmpty { lines.append("Not everything ran: \(omissions.details())") }
        if let fault = context.omissionFault { lines.append("This is an error: \(fault.words)") }
        lines += omissions.warnings.prefix(Self.warningLimit).map { $0.text { context.relative($0) } }
        let rest = omissions.warnings.count - Self.warningLimit
        if rest > 0 { lines.append("\(rest) more such warnings: runner --list has all of them") }
        if let interruption = events.interruption { lines.append("Cut short by \(interruption.description)") }
        if faultCount > 0 { lines.append("\(Count.text(faultCount, "bundle")) could not be used") }
        if lines.isEmpty { return "" }
        var xml = XMLWriter()
        xml.element("ul", [("class", "notices")]) { xml in
            for line in lines { xml.element("li", text: HTMLText.visible(line)) }
        }
        return String(decoding: xml.take(), as: UTF8.self)
    }

    /// The failures, for a browser without JavaScript.
    private var failures: String {
        var xml = XMLWriter()
        for problem in events.problems {
            let name = problem.classIndex.map { context.registry.identity(ofClass: $0) + " " } ?? ""
            Self.article(name + problem.title, problem.issues, problem.output, to: &xml)
        }
        for result in events.cases where result.isFailure {
            let title = "\(context.identity(of: result.slot)): \(result.outcome.words)"
            Self.article(title, result.issues, result.output, to: &xml)
        }
        return String(decoding: xml.take(), as: UTF8.self)
    }

    /// Writes one failure.
    private static func article(_ title: String, _ issues: [Issue], _ output: String?, to xml: inout XMLWriter) {
        xml.element("article") { xml in
            xml.element("h2", text: HTMLText.visible(title))
            for text in issues.map(\.text) + (output.map { ["output:\n\($0)"] } ?? []) {
                xml.element("pre", text: HTMLText.visible(text))
            }
        }
    }
}
