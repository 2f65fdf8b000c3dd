import Glibc
import WorkerShims

/// `runner merge`: puts several runs' event files into one report of any kind.
///
///     EventFile              lines to records
///     MergeFindings          what is missing, what does not fit together
///     MergedPlan             one registry and one plan
///     EventReplay            each file's records to events, in the files' order
///     ReportSet              the same reporters as of a run
struct Merge {
    /// The reports to write, and how the one for people looks.
    let options: Options
    /// The files, as they were named.
    let paths: [String]
    /// Where the report for people goes.
    let terminal: Int32

    /// Prepares a merge; the report for people goes where a run's would.
    init(options: Options, paths: [String], terminal: Int32? = nil) {
        self.options = options
        self.paths = paths
        self.terminal = terminal ?? (options.isStandardOutputTaken ? STDERR_FILENO : STDOUT_FILENO)
    }

    /// Writes the reports; the exit code is that of a run in which all of it had happened.
    func run() throws -> ExitCode {
        var reports = try ReportSet(options, gitHub: nil)
        let files = try paths.map { try EventFile(path: $0) }
        let unreadable = files.flatMap(\.faults)
        for fault in unreadable { RunnerCommand.say(fault) }
        let findings = MergeFindings(files)
        for warning in findings.warnings { RunnerCommand.say("warning: \(warning)") }
        let merged = MergedPlan(files)
        let context = context(merged, files)
        reports.begin(context, terminal: reporter(context), descriptor: terminal)
        let audience = Audience(context.tally, nil, reports)
        replay(merged, files, findings) { event, instant in audience.handle(event, at: instant) }
        let code = Verdict(tally: context.tally).exitCode(
            isFocused: merged.plan.focus.isNarrowed, isFocusForbidden: options.forbidFocus, isEmptyShard: false)
        let unwritten = audience.reports.finish()
        for fault in unwritten { RunnerCommand.say(fault.description) }
        return code == .success && !(unreadable.isEmpty && unwritten.isEmpty) ? .usage : code
    }

    /// All events of all files between one start and one end.
    private func replay(
        _ merged: MergedPlan, _ files: [EventFile], _ findings: MergeFindings, _ emit: (Event, UInt64) -> Void
    ) {
        let starts = files.compactMap { $0.start?["instant"]?["since1970"]?.nanoseconds }
        let start = starts.min() ?? 0
        emit(.runStarted(RunClock(instant: start, wallClock: start)), start)
        var (ended, unfinished, workers, repeated, last) = (Set<Plan.Slot>(), Set<Plan.Slot>(), 0, 0, start)
        for file in files {
            var replay = EventReplay(merged, file, after: ended, firstWorker: workers)
            for event in file.events {
                let instant = event["instant"]?["since1970"]?.nanoseconds ?? start
                last = max(last, instant)
                for made in replay.take(event) { emit(made, instant) }
            }
            (ended, workers, repeated) = (replay.ended, replay.workerCount, repeated + replay.repeated)
            unfinished.formUnion(replay.unfinished)
        }
        let isWhole = findings.gaps.isEmpty && interruption(files) != nil
        for slot in merged.plan.slots where !ended.contains(slot) {
            let reason: NotRunReason = isWhole ? .cutShort : .missing(hasStarted: unfinished.contains(slot))
            emit(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: reason)), last)
        }
        for gap in findings.gaps { emit(.runIssue(Issue(kind: .error, message: gap)), last) }
        var warnings = findings.warnings
        if repeated > 0 {
            warnings.append("\(Count.text(repeated, "result")) of cases that another file has, too: the first counts")
        }
        for warning in warnings { emit(.runIssue(Issue(kind: .warning, message: warning)), last) }
        emit(.runEnded(duration: duration(files), interruption: interruption(files)), last)
    }

    /// The longest of the runs: shards run beside each other.
    private func duration(_ files: [EventFile]) -> UInt64 {
        files.compactMap { $0.end?["testkit"]?["duration"]?.nanoseconds }.max() ?? 0
    }

    /// Why one of them was cut short.
    private func interruption(_ files: [EventFile]) -> Interruption? {
        let ends = files.compactMap { $0.end?["testkit"] }.filter { $0["cutShort"]?.isTrue ?? false }
        guard let first = ends.first else { return nil }
        return first["signal"]?.integer.map { .signal(Int32(clamping: $0)) } ?? .runTimeout
    }

    /// Returns the context for the reports.
    private func context(_ merged: MergedPlan, _ files: [EventFile]) -> ReportContext {
        let starts = files.compactMap { $0.start?["testkit"] }
        let path = getcwd(nil, 0)
        defer { free(path) }
        // Each once, in the files' order.
        func all(_ name: String, _ separator: String) -> String {
            var seen: Set<String> = []
            return starts.compactMap { $0[name]?.text }.filter { seen.insert($0).inserted }.joined(separator: separator)
        }
        let isSeedFixed = !starts.isEmpty && starts.allSatisfy { $0["seedFixed"]?.isTrue ?? false }
        let seedSource = all("seedSource", ", ")
        return ReportContext(
            registry: merged.registry, plan: merged.plan,
            tally: Tally(merged.registry, slowestLimit: options.slowestLimit), repeatCommand: all("repeat", "; "),
            seedSource: isSeedFixed ? (seedSource.isEmpty ? "the caller" : seedSource) : nil,
            host: all("host", ", "),
            directory: path.map { String(cString: $0) } ?? "")
    }

    /// The report for people.
    private func reporter(_ context: ReportContext) -> TerminalReporter {
        var settings = TerminalReporter.Settings()
        settings.verbosity = options.quiet ? .quiet : options.verbose ? .verbose : .normal
        switch options.color {
        case .always: settings.style = Style(isEnabled: true)
        case .never: settings.style = Style(isEnabled: false)
        case .auto: settings.style = Style(isEnabled: Terminal.takesColor(terminal))
        }
        settings.directory = context.directory
        settings.repeatCommand = context.repeatCommand
        settings.seedSource = context.seedSource
        settings.showsOutput = options.showOutput != .never
        settings.isFocusForbidden = options.forbidFocus
        return TerminalReporter(context: context, settings: settings, output: TextOutput(terminal))
    }
}
