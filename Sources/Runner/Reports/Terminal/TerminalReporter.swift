// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The report for a reader at a terminal or of a log.
///
/// Failures come as they happen, whole; what passes is counted, and named with `--verbose`; the end sums up.
public struct TerminalReporter: Reporter {
    /// The amount of output.
    public enum Verbosity: Comparable, Sendable {
        /// Failures and the last lines.
        case quiet
        /// A progress line on a terminal, failures, the summary.
        case normal
        /// A line for each case, and what was passed over.
        case verbose
    }

    /// The run that the report is about.
    private let context: ReportContext
    /// The settings by the command line and the terminal.
    private let settings: Settings
    /// The target.
    public private(set) var output: TextOutput
    /// The text of failures.
    private var text: FailureText
    /// The failures that are shown whole at the end.
    private var kept: KeptFailures
    /// The failures, for the list at the end.
    private var failures = FailureList()
    /// The first cases that failed, by their identities.
    private var failed: [String] = []
    /// The cases in which something failed that does not count, for the lists at the end.
    private var notable = NotableCases()
    /// The bundles that could not be used.
    private var faults: [BundleFault] = []
    /// The outputs of the cases that run again, of their last attempts.
    private var outputs: [Plan.Slot: String] = [:]
    /// The first repetition with a failure.
    private var firstFailure: CaseResult.Repetition?
    /// The progress line.
    private var display: ProgressDisplay
    /// When something was written last that was seen, and how much there was then.
    private var lastWritten: (count: Int, instant: UInt64) = (0, 0)
    /// When each case that was named while it runs had started.
    private var named: [Plan.Slot: UInt64] = [:]
    /// Writes the identities of cases that need no more than a line.
    private var identities: IdentityPrinter

    /// Prepares a report.
    public init(context: ReportContext, settings: Settings, output: TextOutput) {
        self.context = context
        var settings = settings
        if settings.verbosity < .verbose, settings.columns() != nil {
            settings.common = CommonName(context.plan, context.registry)
        }
        self.settings = settings
        self.output = output
        text = FailureText(settings, sources: context.sources, survey: context.survey)
        kept = KeptFailures(settings.failureOutput)
        display = ProgressDisplay(context: context, common: settings.common, estimate: settings.estimate)
        identities = IdentityPrinter(context.registry)
    }

    /// Takes the next event.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        let isPlainPass = if case .caseEnded(let result) = event { result.isPlainPass } else { false }
        if isPlainPass, isSilent { return }
        display.take(event)
        notable.take(event, context, settings)
        switch event {
        case .runStarted: start()
        case .bundleFaulted(let fault): show(fault)
        case .caseEnded(let result): show(result, rest: "")
        case .attemptFailed(let result) where result.repetition != nil:
            show(result, rest: ", \(result.attemptWords)")
        case .attemptFailed(let result): show(result, rest: ", attempt \(result.attempt); it runs again")
        case .unitEnded(let result): show(result)
        case .lateIssue(let issue, let subject): showLate(issue, subject)
        case .runIssue(let issue):
            if issue.isFailure { failures.add("failed", "the run", of: "the run", issue, settings) }
            let first = heading(issue.isFailure ? "failed" : "warning", "the run", "")
            show(first, text.lines(issue, isHeaded: true) + [""], isFailure: issue.isFailure)
        case .progressed(let progress): return showProgress(progress, at: instant)
        case .diagnosing(let progress): return show(progress)
        case .hunting(let result): return showLine("hunting: \(result.progress)")
        case .hunted(let result):
            clearProgress()
            writeWrapped("\(settings.style.bold("hunt:")) \(result.sentence)")
            output.line()
        case .diagnosed(let diagnosis): show(diagnosis)
        case .waiting, .workerEnded, .startedEarly: return
        case .runEnded(let duration, let interruption): finish(duration, interruption)
        }
        if !isPlainPass, !display.isShown { flushSeldom(event) }
    }

    /// Whether a case that passed leaves no trace here: no line, no attempts to forget, and no estimate to change.
    private var isSilent: Bool {
        settings.verbosity < .verbose && !notable.hasAttempts && display.estimate == nil && !display.isShown
    }

    /// Flushes lines if a reader may wait for them.
    private mutating func flushSeldom(_ event: Event) {
        if case .caseEnded(let result) = event, result.outcome == .passed { return }
        output.flush()
    }

    /// Writes the lines before anything runs.
    private mutating func start() {
        guard settings.verbosity > .quiet else { return }
        let bundles = Count.text(context.registry.bundles.count, "bundle")
        let classes = Count.text(context.plan.classCount, "class", "classes")
        let cases = Count.text(context.plan.slots.count, "case")
        let shard = context.plan.shard.map { ", shard \($0)" } ?? ""
        let seed = "seed\(LineWrap.glue)\(context.plan.seed)"
        writeWrapped("runner \(Version.current): \(bundles), \(classes), \(cases), \(seed)\(shard)")
        if !settings.common.text.isEmpty {
            writeWrapped(settings.style.dim("prefix left out of names: \(TerminalText.line(settings.common.text))"))
        }
        if context.plan.focus.isNarrowed {
            let kept = context.plan.slots.count + context.plan.elsewhere
            writeWrapped(
                settings.style.yellow(
                    "focused: only \(Count.text(kept, "case")) of \(kept + context.plan.focus.leftOut) will run"
                ))
        }
        output.line()
    }

    /// A bundle that could not be used.
    private mutating func show(_ fault: BundleFault) {
        faults.append(fault)
        clearProgress()
        let name = settings.style.bold(TerminalText.line(fault.name))
        writeWrapped("\(settings.style.red("fault")) \(name): \(TerminalText.line(fault.reason))")
        output.line("    \(settings.style.dim(TerminalText.line(fault.path)))")
        write(text.lines(output: fault.output))
    }

    /// A case that has ended.
    private mutating func show(_ result: CaseResult, rest: String) {
        if result.isFailure, rest.isEmpty {
            list(result)
            // Of several repetitions, each failure was shown when it happened.
            if let repetition = result.repetition, repetition.runs > 0 { return note(repetition) }
        }
        switch result.outcome {
        case .passed where result.isFlaky:
            showLine("flaky, passed at attempt \(result.attempt)", result, settings.style.yellow)
        case .passed:
            if settings.verbosity == .verbose || result.output != nil {
                showLine("passed", result, settings.style.green)
            }
        case .notRun where result.reason == .interrupted: return showFailure(result, rest: rest)
        case .skipped, .notRun:
            if settings.verbosity == .verbose || settings.showsAllOutput && result.output != nil {
                showLine(result.outcome == .skipped ? "skipped" : "not run", result, settings.style.yellow)
            }
        case .failed, .crashed, .timedOut: return showFailure(result, rest: rest)
        }
        // Nearly always; what follows takes longer than the line.
        if result.isBare { return }
        if settings.verbosity == .verbose {
            write(text.lines(result.issues, of: context.identity(of: result.slot)))
            write(text.lines(logs: result.logs) + text.lines(attachments: result.attachments))
        } else if case let warnings = result.issues.filter({ $0.kind != .known }), !warnings.isEmpty {
            // The list at the end has the known issues.
            let identity = context.identity(of: result.slot)
            write([heading("warning", identity, "")] + text.lines(warnings, of: identity, isHeaded: true))
        }
        if result.outcome == .passed || settings.verbosity == .verbose || settings.showsAllOutput {
            write(text.lines(output: result.output))
        }
    }

    /// A case that failed, or that was running when the run was cut short.
    private mutating func showFailure(_ result: CaseResult, rest: String) {
        let identity = context.identity(of: result.slot)
        let description = context.registry.caseDescriptions[Int(result.slot.caseIndex)] ?? Description()
        let duration = " (\(glued(DurationText.text(result.duration))))"
        let word = result.isFailure ? result.outcome.words : "cut short"
        let first = heading(word, identity, text.title(description) + duration + rest)
        let lines =
            text.lines(
                result.issues, of: result.repetition == nil ? identity : "\(identity) \(result.attemptWords)",
                isHeaded: !result.isFailure)
            + text.lines(links: description.links) + text.lines(logs: result.logs)
            + text.lines(attachments: result.attachments)
            + text.lines(output: result.output, before: outputs[result.slot])
        outputs[result.slot] = rest.isEmpty || result.repetition != nil ? nil : result.output
        show(first, lines + [""], isFailure: result.isFailure)
    }

    /// Adds a failed case to the list at the end.
    private mutating func list(_ result: CaseResult) {
        let issue = result.issues.first(where: \.isFailure) ?? result.issues.first
        let owner = context.registry.identity(ofClass: context.classIndex(of: result.slot))
        let identity = context.identity(of: result.slot)
        if failed.count < KnownFailures.limit { failed.append(identity) }
        failures.add(
            result.outcome.words, identity, of: owner,
            times: result.repetitionWords, issue, settings)
    }

    /// Remembers the first repetition that failed.
    private mutating func note(_ repetition: CaseResult.Repetition) {
        if repetition.number < firstFailure?.number ?? .max { firstFailure = repetition }
    }

    /// A line for a case that needs no more.
    private mutating func showLine(_ word: String, _ result: CaseResult, _ paint: (String) -> String) {
        clearProgress()
        if settings.columns() != nil {
            let identity = settings.common.removed(from: context.identity(of: result.slot))
            let title = context.registry.caseDescriptions[Int(result.slot.caseIndex)].map(text.title) ?? ""
            let duration = result.duration > 0 ? " (\(glued(DurationText.text(result.duration))))" : ""
            let reason = result.reason.map { ": \(TerminalText.line($0.words))" } ?? ""
            return writeWrapped("\(paint(word)) \(TerminalText.line(identity))\(title)\(duration)\(reason)")
        }
        output.write(paint(word))
        output.write(" ")
        identities.write(result.slot, to: &output)
        if let description = context.registry.caseDescriptions[Int(result.slot.caseIndex)] {
            output.write(text.title(description))
        }
        if result.duration > 0 {
            output.write(" (")
            output.write(DurationText.text(result.duration))
            output.write(")")
        }
        if let reason = result.reason {
            output.write(": ")
            output.write(TerminalText.line(reason.words))
        }
        output.line()
    }

    /// Shows a class whose set-up or tear-down failed or printed something, or that was skipped.
    private mutating func show(_ result: UnitResult) {
        let identity = context.registry.identity(ofClass: result.classIndex)
        if let reason = result.skipReason, settings.verbosity == .verbose {
            clearProgress()
            writeWrapped(
                "\(settings.style.yellow("skipped")) \(TerminalText.line(identity)): \(TerminalText.line(reason.words))"
            )
        }
        guard !result.issues.isEmpty else {
            if result.output == nil || settings.verbosity != .verbose && !settings.showsAllOutput { return }
            let lines = text.lines(output: result.output) + [""]
            return show(heading("set-up and tear-down of", identity, ""), lines, isFailure: false)
        }
        let word = result.isAbnormal ? "terminated abnormally" : "warning"
        if result.isAbnormal {
            failures.add(word, identity, of: identity, result.issues.first(where: \.isFailure), settings)
            if failed.count < KnownFailures.limit { failed.append(identity) }
            if let repetition = result.repetition { note(repetition) }
        }
        let lines =
            text.lines(result.issues, of: identity, isHeaded: !result.isAbnormal)
            + text.lines(attachments: result.attachments) + text.lines(output: result.output)
        show(heading(word, identity, ""), lines + [""], isFailure: result.isAbnormal)
    }

    /// Shows a report that came after the end of its activity.
    private mutating func showLate(_ issue: Issue, _ subject: Event.Subject?) {
        let identity = context.identity(of: subject) ?? "by an unknown case"
        if issue.isFailure { failures.add("reported late", identity, of: identity, issue, settings) }
        show(heading("reported late", identity, ""), text.lines(issue) + [""], isFailure: issue.isFailure)
    }

    /// Returns the first line of a failure or a warning.
    private func heading(_ word: String, _ identity: String, _ rest: String) -> String {
        let paint = word == "warning" || word == "cut short" ? settings.style.yellow(word) : settings.style.red(word)
        let name = TerminalText.line(settings.common.removed(from: identity))
        return "\(paint) \(settings.style.bold(name))\(rest)"
    }

    /// A duration whose number and unit are in one line.
    private func glued(_ duration: String) -> String { String(duration.map { $0 == " " ? LineWrap.glue : $0 }) }

    /// Writes a line, broken to the screen's width.
    private mutating func writeWrapped(_ line: String) {
        for part in LineWrap.styled(line, width: settings.columns()) { output.line(part) }
    }

    /// Shows a heading with its lines: a failure when the settings say so, anything else at once.
    private mutating func show(_ heading: String, _ lines: [String], isFailure: Bool) {
        let heading = LineWrap.styled(heading, width: settings.columns())
        if isFailure { kept.add(heading + lines) }
        let isWhole = !isFailure || settings.failureOutput.isImmediate
        write(heading + (isWhole ? lines : []))
    }

    /// Writes lines in place of the progress line.
    private mutating func write(_ lines: [String]) {
        if lines.isEmpty { return }
        clearProgress()
        for line in lines { output.line(line) }
    }

    // MARK: Progress

    /// Draws the progress line if there is a terminal, and announces slow cases if wanted; does neither with `--quiet`.
    private mutating func showProgress(_ progress: Progress, at instant: UInt64) {
        if progress.isAsked { return answer(progress, at: instant) }
        guard settings.verbosity > .quiet else { return }
        if settings.width() == nil { showLife(progress, at: instant) }
        for slow in progress.slow where settings.announcesSlow {
            clearProgress()
            let identity = TerminalText.line(context.identity(of: slow))
            let name = settings.common.removed(from: identity)
            let time = glued(DurationText.seconds(slow.elapsed))
            writeWrapped(settings.style.yellow("still running: \(name) (\(time))"))
        }
        let drawing = display.drawing(
            progress, context.tally.total, at: instant, style: settings.style, width: settings.width)
        if let drawing { output.write(drawing) }
        if drawing != nil || !progress.slow.isEmpty { output.flush() }
    }

    /// The silence after which a log says that the run goes on, and the running time after which `-v` names a case.
    private static let (silence, longCase): (UInt64, UInt64) = (30_000_000_000, 1_000_000_000)

    /// Names what runs, where there is no terminal for a progress line: with `-v` each case that has run for a second, so that a log
    /// which ends there names it, and after a silence what has run longest.
    private mutating func showLife(_ progress: Progress, at instant: UInt64) {
        if settings.verbosity == .verbose {
            for (slot, started) in progress.cases where instant >= started + Self.longCase && named[slot] != started {
                named[slot] = started
                writeWrapped(settings.style.dim("running \(name(of: slot))"))
            }
        }
        if output.count != lastWritten.count || lastWritten.instant == 0 {
            lastWritten = (output.count, instant)
            return output.flush()
        }
        guard instant >= lastWritten.instant + Self.silence else { return }
        writeWrapped(settings.style.dim(progressWords(progress.cases.first, at: instant)))
        lastWritten = (output.count, instant)
        output.flush()
    }

    /// The progress of the run, and the test that has run longest.
    private func progressWords(_ longest: (slot: Plan.Slot, started: UInt64)? = nil, at instant: UInt64) -> String {
        let counts = context.tally.total
        let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
        let cases = Count.text(context.plan.slots.count, "case")
        let running = longest.map { "; running for \(age(of: $0.started, at: instant)): \(name(of: $0.slot))" }
        return "\(counts.executed + counts.notRun) of \(cases) run\(failed)\(running ?? "")"
    }

    /// The running time so far, to a tenth of a second.
    private func age(of started: UInt64, at instant: UInt64) -> String {
        glued(DurationText.seconds((instant - min(instant, started)) / 100_000_000 * 100_000_000))
    }

    /// The name of a case, without what all have in common.
    private func name(of slot: Plan.Slot) -> String {
        TerminalText.line(settings.common.removed(from: context.identity(of: slot)))
    }

    /// Writes the running cases, since the user asks.
    private mutating func answer(_ progress: Progress, at instant: UInt64) {
        clearProgress()
        output.line(progressWords(at: instant) + (progress.cases.isEmpty ? "; no case is running" : "; running:"))
        for (slot, started) in progress.cases {
            writeWrapped("  \(name(of: slot)) (\(age(of: started, at: instant)))")
            if let issue = progress.stacks[slot] { write(text.lines(issue, isHeaded: true)) }
        }
        output.flush()
    }

    /// Erases the progress line.
    private mutating func clearProgress() {
        if let clearing = display.clearing() { output.write(clearing) }
    }

    // MARK: Causes

    /// Draws the progress of the search for a cause, if there is a terminal.
    private mutating func show(_ progress: DiagnosisProgress) {
        let name = TerminalText.line(context.identity(of: progress.slot))
        showLine("diagnosing \(progress.number)/\(progress.count), run \(progress.run): \(name)")
    }

    /// Draws a line of progress, if there is a terminal.
    private mutating func showLine(_ words: String) {
        guard settings.verbosity > .quiet, let width = settings.width() else { return }
        output.write(display.drawing(String(words.prefix(max(1, width - 1)))))
        output.flush()
    }

    /// Shows the cause of a failure.
    private mutating func show(_ diagnosis: Diagnosis) {
        clearProgress()
        let text = DiagnosisText(diagnosis: diagnosis, name: context.identity(of:))
        writeWrapped("\(settings.style.bold("diagnosis:")) \(TerminalText.line(text.sentence))")
        for line in text.evidence { writeWrapped("    " + TerminalText.line(line)) }
        output.line("    \(text.announcement):")
        output.line("    " + TerminalText.line(diagnosis.command))
        output.line()
    }

    // MARK: The end

    /// Writes the end of the report.
    private mutating func finish(_ duration: UInt64, _ interruption: Interruption?) {
        clearProgress()
        kept.write(to: &output)
        let summary = RunSummary(
            context: context, faults: faults, failures: failures, failed: failed, notable: notable, settings: settings,
            duration: duration, interruption: interruption, firstFailure: firstFailure)
        for line in summary.lines() { writeWrapped(line) }
        output.flush()
    }
}
