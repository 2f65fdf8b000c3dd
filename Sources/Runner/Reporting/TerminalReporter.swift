/// The report for a reader at a terminal or of a log.
///
/// Failures come as they happen, whole; what passes is counted, and named with `--verbose`; the end sums up.
struct TerminalReporter: Reporter {
    /// How much is said.
    enum Verbosity: Comparable {
        /// Failures and the last lines.
        case quiet
        /// A progress line on a terminal, failures, the summary.
        case normal
        /// A line for each case, and what was passed over.
        case verbose
    }

    /// What the command line and the terminal decide.
    struct Settings {
        /// How much is said.
        var verbosity = Verbosity.normal
        /// Whether to use colour.
        var style = Style(isEnabled: false)
        /// The terminal's width, or nil where there is none: then nothing is drawn over.
        var width: Int?
        /// The working directory: paths in it are shown without it.
        var directory = ""
        /// The command that repeats the run.
        var repeatCommand = ""
        /// Whether the seed was given.
        var isSeedFixed = false
        /// Whether what tests printed is shown.
        var showsOutput = true
        /// Whether a focused run is an error.
        var isFocusForbidden = false
        /// Where attachments are kept.
        var attachments = ""

        /// A path as somebody in the working directory would write it.
        func shortened(_ path: String) -> String {
            guard !directory.isEmpty, path.hasPrefix(directory + "/") else { return path }
            return String(path.dropFirst(directory.count + 1))
        }
    }

    /// What ran.
    private let registry: Registry
    /// What is to run.
    private let plan: Plan
    /// What the command line and the terminal decide.
    private let settings: Settings
    /// Where it goes.
    private(set) var output: TextOutput
    /// Shows a failure's place in its source.
    private var excerpts = SourceExcerpts()
    /// The counts.
    private var tally: Tally
    /// The bundles that could not be used.
    private var faults: [BundleFault] = []
    /// Whether a progress line stands on the terminal.
    private var hasProgressLine = false

    /// Prepares a report.
    init(registry: Registry, plan: Plan, settings: Settings, slowest: Int, output: TextOutput) {
        self.registry = registry
        self.plan = plan
        self.settings = settings
        self.output = output
        tally = Tally(slowestLimit: settings.verbosity == .quiet ? 0 : slowest)
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        tally.count(event, in: registry)
        switch event {
        case .runStarted: start()
        case .bundleFaulted(let fault): show(fault)
        case .caseEnded(let result): show(result, rest: "")
        case .attemptFailed(let result): show(result, rest: ", attempt \(result.attempt); it will be tried again")
        case .unitEnded(let result): show(result)
        case .lateIssue(let issue, let subject): showLate(issue, subject)
        case .runIssue(let issue):
            heading("failed", "the run", "")
            show(issue)
        case .progressed(let progress): showProgress(progress)
        case .runEnded(let duration, let interruption): finish(duration, interruption)
        }
        if case .progressed = event { output.flush() } else if !hasProgressLine { flushSeldom(event) }
    }

    /// Hands lines over where somebody may wait for them.
    private mutating func flushSeldom(_ event: Event) {
        if case .caseEnded(let result) = event, result.outcome == .passed { return }
        output.flush()
    }

    /// The words before anything runs.
    private mutating func start() {
        guard settings.verbosity > .quiet else { return }
        let bundles = Count.text(registry.bundles.count, "bundle")
        let classes = Count.text(plan.units.count, "class", "classes")
        output.line(
            "runner \(Version.current): \(bundles), \(classes), \(Count.text(plan.slots.count, "case")), seed \(plan.seed)"
        )
        if plan.focus.isNarrowed {
            output.line(
                settings.style.yellow(
                    "focused: only \(Count.text(plan.slots.count, "case")) of \(plan.slots.count + plan.focus.leftOut) will run"
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

    /// A line for a case that needs no more.
    private mutating func showLine(_ word: String, _ result: CaseResult, _ paint: (String) -> String) {
        clearProgress()
        output.write(paint(word))
        output.write(" ")
        output.write(TerminalText.line(plan.identity(of: result.slot, in: registry)))
        if result.duration > 0 {
            output.write(" (")
            output.write(DurationText.text(result.duration))
            output.write(")")
        }
        if let reason = result.reason {
            output.write(": ")
            output.write(TerminalText.line(reason))
        }
        output.line()
    }

    /// A class whose own set-up or tear-down went wrong, or that was skipped.
    private mutating func show(_ result: UnitResult) {
        let identity = registry.identity(ofClass: result.classIndex)
        if let reason = result.skipReason, settings.verbosity == .verbose {
            clearProgress()
            output.line(
                "\(settings.style.yellow("skipped")) \(TerminalText.line(identity)): \(TerminalText.line(reason))")
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
        output.line("    " + kind + TerminalText.line(issue.message) + phase)
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

    /// What was attached.
    private mutating func show(_ files: [AttachedFile]) {
        for file in files { output.line("    " + TerminalText.line(file.text(shortening: settings.shortened))) }
    }

    /// What was printed.
    private mutating func showOutput(_ text: String) {
        guard settings.showsOutput else { return }
        output.line("    output:")
        indent(text, "      | ")
    }

    /// Lines of strangers' text.
    private mutating func indent(_ text: String, _ prefix: String) {
        // To Swift, a carriage return and a line feed are one character.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { output.line(prefix + TerminalText.line(String(line))) }
    }

    // MARK: Progress

    /// Draws the progress line, where there is a terminal.
    private mutating func showProgress(_ progress: Progress) {
        guard let width = settings.width, settings.verbosity > .quiet else { return }
        let done = tally.total.executed + tally.total.notRun
        let failed = tally.total.failed > 0 ? ", \(tally.total.failed) failed" : ""
        let running = progress.running.map { " " + plan.identity(of: $0, in: registry) } ?? ""
        let others = progress.others > 0 ? " and \(progress.others) more" : ""
        let text = "\(done)/\(plan.slots.count)\(failed)\(TerminalText.line(running))\(others)"
        output.write("\r\u{1B}[2K" + TerminalText.truncated(text, to: width - 1))
        hasProgressLine = true
    }

    /// Takes the progress line away.
    private mutating func clearProgress() {
        guard hasProgressLine else { return }
        output.write("\r\u{1B}[2K")
        hasProgressLine = false
    }

    // MARK: The end

    /// The last words.
    private mutating func finish(_ duration: UInt64, _ interruption: Interruption?) {
        clearProgress()
        let summary = RunSummary(
            registry: registry, plan: plan, tally: tally, faults: faults, settings: settings, duration: duration,
            interruption: interruption)
        for line in summary.lines() { output.line(line) }
        output.flush()
    }
}
