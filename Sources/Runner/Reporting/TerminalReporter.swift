// SPDX-License-Identifier: MIT

/// The report for a reader at a terminal or of a log.
///
/// Failures come as they happen, whole; what passes is counted, and named with `--verbose`; the end sums up.
struct TerminalReporter: Reporter {
    /// The amount of output.
    enum Verbosity: Comparable {
        /// Failures and the last lines.
        case quiet
        /// A progress line on a terminal, failures, the summary.
        case normal
        /// A line for each case, and what was passed over.
        case verbose
    }

    /// The settings by the command line and the terminal.
    struct Settings {
        /// The amount of output.
        var verbosity = Verbosity.normal
        /// Whether to use colour.
        var style = Style(isEnabled: false)
        /// Asks for the terminal's width, which is nil where there is none: then nothing is drawn over.
        var width: () -> Int? = { nil }
        /// How long the run will take, where anybody knows.
        var estimate: TimeEstimate?
        /// The working directory: paths in it are shown without it.
        var directory = ""
        /// The command that repeats the run.
        var repeatCommand = ""
        /// The command that gives each worker what it had, where there are several.
        var exactCommand: String?
        /// The command that repeats one repetition of it, by that one's seed.
        var repetitionCommand: @Sendable (UInt64) -> String = { _ in "" }
        /// Whether the seed was given.
        var seedSource: String?
        /// Whether what tests printed is shown.
        var showsOutput = true
        /// Whether a focused run is an error.
        var isFocusForbidden = false
        /// Where attachments are kept.
        var attachments = ""

        /// A path relative to the working directory.
        func shortened(_ path: String) -> String {
            guard !directory.isEmpty, path.hasPrefix(directory + "/") else { return path }
            return String(path.dropFirst(directory.count + 1))
        }
    }

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The plan of the run.
    private let plan: Plan
    /// The settings by the command line and the terminal.
    private let settings: Settings
    /// Where it goes.
    private(set) var output: TextOutput
    /// Shows a failure's place in its source.
    private var excerpts: SourceExcerpts
    /// The counts.
    private let tally: Tally
    /// The bundles that could not be used.
    private var faults: [BundleFault] = []
    /// The first of several repetitions in which something failed.
    private var firstFailure: CaseResult.Repetition?
    /// The progress line.
    private var display: ProgressDisplay
    /// Writes the identities of cases that need no more than a line.
    private var identities: IdentityPrinter

    /// Prepares a report.
    init(context: ReportContext, settings: Settings, output: TextOutput) {
        (registry, plan, tally) = (context.registry, context.plan, context.tally)
        self.settings = settings
        excerpts = SourceExcerpts(copies: context.sources)
        self.output = output
        display = ProgressDisplay(registry: registry, plan: plan, estimate: settings.estimate)
        identities = IdentityPrinter(registry)
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        display.take(event)
        switch event {
        case .runStarted: start()
        case .bundleFaulted(let fault): show(fault)
        case .caseEnded(let result): show(result, rest: "")
        case .attemptFailed(let result) where result.repetition != nil:
            show(result, rest: ", \(result.attemptWords)")
        case .attemptFailed(let result): show(result, rest: ", attempt \(result.attempt); it will be tried again")
        case .unitEnded(let result): show(result)
        case .lateIssue(let issue, let subject): showLate(issue, subject)
        case .runIssue(let issue):
            heading(issue.isFailure ? "failed" : "warning", "the run", "")
            show(issue)
            output.line()
        case .progressed(let progress): return showProgress(progress, at: instant)
        case .waiting, .workerEnded: return
        case .runEnded(let duration, let interruption): finish(duration, interruption)
        }
        if !display.isShown { flushSeldom(event) }
    }

    /// Flushes lines if a reader may wait for them.
    private mutating func flushSeldom(_ event: Event) {
        if case .caseEnded(let result) = event, result.outcome == .passed { return }
        output.flush()
    }

    /// The words before anything runs.
    private mutating func start() {
        guard settings.verbosity > .quiet else { return }
        let bundles = Count.text(registry.bundles.count, "bundle")
        let classes = Count.text(plan.classCount, "class", "classes")
        let cases = Count.text(plan.slots.count, "case")
        let shard = plan.shard.map { ", shard \($0)" } ?? ""
        output.line("runner \(Version.current): \(bundles), \(classes), \(cases), seed \(plan.seed)\(shard)")
        if plan.focus.isNarrowed {
            let kept = plan.slots.count + plan.elsewhere
            output.line(
                settings.style.yellow(
                    "focused: only \(Count.text(kept, "case")) of \(kept + plan.focus.leftOut) will run"
                ))
        }
        output.line()
    }

    /// A bundle that could not be used.
    private mutating func show(_ fault: BundleFault) {
        faults.append(fault)
        clearProgress()
        output.line(
            "\(settings.style.red("fault")) \(settings.style.bold(TerminalText.line(fault.name))): \(TerminalText.line(fault.reason))"
        )
        output.line("    \(settings.style.dim(TerminalText.line(fault.path)))")
        if let text = fault.output { showOutput(text) }
    }

    /// A case that has ended.
    private mutating func show(_ result: CaseResult, rest: String) {
        if result.isFailure, let repetition = result.repetition, repetition.runs > 0 {
            return showRepeated(result, repetition)
        }
        switch result.outcome {
        case .passed where result.isFlaky:
            showLine("flaky, passed at attempt \(result.attempt)", result, settings.style.yellow)
        case .passed:
            if settings.verbosity == .verbose || result.output != nil {
                showLine("passed", result, settings.style.green)
            }
        case .skipped, .notRun:
            if settings.verbosity == .verbose {
                showLine(result.outcome == .skipped ? "skipped" : "not run", result, settings.style.yellow)
            }
        case .failed, .crashed, .timedOut:
            let words: [CaseResult.Outcome: String] = [.crashed: "crashed", .timedOut: "timed out"]
            heading(
                words[result.outcome] ?? "failed", plan.identity(of: result.slot, in: registry),
                " (\(DurationText.text(result.duration)))\(rest)")
        }
        let isShown = result.isFailure || settings.verbosity == .verbose
        if isShown {
            for issue in result.issues { show(issue) }
            for log in result.logs { output.line("    log: " + TerminalText.line(log)) }
            show(result.attachments)
        } else if !result.issues.isEmpty {
            heading("warning", plan.identity(of: result.slot, in: registry), "")
            for issue in result.issues { show(issue) }
        }
        if let text = result.output { showOutput(text) }
        if result.isFailure { output.line() }
    }

    /// How often a case failed whose failures were shown when they happened.
    private mutating func showRepeated(_ result: CaseResult, _ repetition: CaseResult.Repetition) {
        if repetition.number < firstFailure?.number ?? .max { firstFailure = repetition }
        let words = result.repetitionWords ?? result.attemptWords
        heading(result.outcome.words, plan.identity(of: result.slot, in: registry), " \(words)")
    }

    /// A line for a case that needs no more.
    private mutating func showLine(_ word: String, _ result: CaseResult, _ paint: (String) -> String) {
        clearProgress()
        output.write(paint(word))
        output.write(" ")
        identities.write(result.slot, to: &output)
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

    /// A class whose own set-up or tear-down went wrong, or that was skipped.
    private mutating func show(_ result: UnitResult) {
        let identity = registry.identity(ofClass: result.classIndex)
        if let reason = result.skipReason, settings.verbosity == .verbose {
            clearProgress()
            output.line(
                "\(settings.style.yellow("skipped")) \(TerminalText.line(identity)): \(TerminalText.line(reason.words))"
            )
        }
        guard !result.issues.isEmpty else { return }
        heading(result.isAbnormal ? "terminated abnormally" : "warning", identity, "")
        for issue in result.issues { show(issue) }
        show(result.attachments)
        if let text = result.output { showOutput(text) }
        output.line()
    }

    /// Something that was reported when its activity had ended.
    private mutating func showLate(_ issue: Issue, _ subject: Event.Subject?) {
        let identity: String? =
            switch subject {
            case .slot(let slot): plan.identity(of: slot, in: registry)
            case .unit(let index): registry.identity(ofClass: index)
            case nil: nil
            }
        heading("reported late", identity ?? "of no case that is known", "")
        show(issue)
        output.line()
    }

    /// The first line of something that went wrong.
    private mutating func heading(_ word: String, _ identity: String, _ rest: String) {
        clearProgress()
        let paint = word == "warning" ? settings.style.yellow(word) : settings.style.red(word)
        output.line("\(paint) \(settings.style.bold(TerminalText.line(identity)))\(rest)")
    }

    /// Something that went wrong: where, what, the source around it, operands.
    private mutating func show(_ issue: Issue) {
        let hook = issue.kind == .crash || issue.kind == .timeout || issue.phase == 0 || issue.phase == 4
        let phase = hook ? "" : " (\(Phase.description(issue.phase)))"
        let kind = issue.kind == .warning ? settings.style.yellow("warning: ") : ""
        let source = issue.file.map { excerpts.lines(around: Int(issue.line), in: $0, margin: 0) }?.first?.text
        output.line("    " + kind + TerminalText.line(Self.message(of: issue, above: source)) + phase)
        if let comment = issue.comment, !comment.isEmpty { output.line("    " + TerminalText.line(comment)) }
        if let details = issue.details, !details.isEmpty { indent(details, "      ") }
        guard let file = issue.file, !file.isEmpty else { return }
        let path = settings.shortened(file)
        let place = issue.line > 0 ? "\(path):\(issue.line)" : path
        output.line(
            "    " + settings.style.cyan("at " + TerminalText.line(place))
                + (issue.isLastKnownLocation ? " (last known)" : ""))
        let lines = excerpts.lines(around: Int(issue.line), in: file)
        let width = lines.last.map { "\($0.number)".count } ?? 0
        for line in lines {
            let mark = line.isMarked ? ">" : " "
            let number = String(repeating: " ", count: width - "\(line.number)".count) + "\(line.number)"
            let text = "      \(mark) \(number) | \(TerminalText.line(line.text))"
            output.line(line.isMarked ? text : settings.style.dim(text))
        }
    }

    /// An issue's message without the assertion's call, where the source line below has that.
    private static func message(of issue: Issue, above source: String?) -> String {
        guard issue.kind == .assertion, let source else { return issue.message }
        let parts = issue.message.ranges(of: ": ").lazy.map {
            (issue.message[..<$0.lowerBound], issue.message[$0.upperBound...])
        }
        // A comment of the assertion's is in the source line, but not in the call that the message shows.
        func shows(_ call: Substring) -> Bool {
            call.last == ")" && (source.contains(call) || source.contains("\(call.dropLast()),"))
        }
        return parts.first { shows($0.1) }.map { String($0.0) } ?? issue.message
    }

    /// Prints the attached files.
    private mutating func show(_ files: [AttachedFile]) {
        for file in files { output.line("    " + TerminalText.line(file.text(shortening: settings.shortened))) }
    }

    /// Prints the captured output.
    private mutating func showOutput(_ text: String) {
        guard settings.showsOutput else { return }
        output.line("    output:")
        indent(text, "      | ")
    }

    /// Returns the lines of foreign text.
    private mutating func indent(_ text: String, _ prefix: String) {
        // To Swift, a carriage return and a line feed are one character.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { output.line(prefix + TerminalText.line(String(line))) }
    }

    // MARK: Progress

    /// Draws the progress line, where there is a terminal, and announces what takes long, be there one or not.
    private mutating func showProgress(_ progress: Progress, at instant: UInt64) {
        guard settings.verbosity > .quiet else { return }
        for slow in progress.slow {
            clearProgress()
            let identity = TerminalText.line(ReportContext.identity(of: slow, plan, registry))
            output.line(settings.style.yellow("still running: \(identity) (\(DurationText.seconds(slow.elapsed)))"))
        }
        let drawing = display.drawing(
            progress, tally.total, at: instant, style: settings.style, width: settings.width)
        if let drawing { output.write(drawing) }
        if drawing != nil || !progress.slow.isEmpty { output.flush() }
    }

    /// Takes the progress line away.
    private mutating func clearProgress() {
        if let clearing = display.clearing() { output.write(clearing) }
    }

    // MARK: The end

    /// The last words.
    private mutating func finish(_ duration: UInt64, _ interruption: Interruption?) {
        clearProgress()
        let summary = RunSummary(
            registry: registry, plan: plan, tally: tally, faults: faults, settings: settings, duration: duration,
            interruption: interruption, firstFailure: firstFailure)
        for line in summary.lines() { output.line(line) }
        output.flush()
    }
}
