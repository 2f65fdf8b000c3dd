// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// `runner merge`: puts several runs' event files into one report of any kind.
///
///     EventSurvey            the files' plans (GatheredPlan), and how each run began and ended
///     MergeFindings          what is missing, what does not fit together
///     MergedPlan             one registry and one plan of them
///     MergeLedger            which file has the last word on what
///     EventReplay            each file's lines to events, one file after the other
///     ReportSet              the same reporters as of a run
///
/// Files are read as streams: of a case, memory has what its plan says of it and whether it has ended.
struct Merge {
    /// The reports to write, and how the one for people looks.
    let options: Options
    /// The files, as they were named.
    let paths: [String]
    /// Whether a run is shown as it was, even if it is a part of one.
    let isReplay: Bool
    /// Where the report for people goes.
    let terminal: Int32

    /// Prepares a merge; the report for people goes where a run's would.
    init(options: Options, paths: [String], isReplay: Bool = false, terminal: Int32? = nil) {
        self.isReplay = isReplay
        self.options = options
        self.paths = paths
        self.terminal = terminal ?? (options.reports.takesStandardOutput ? STDERR_FILENO : STDOUT_FILENO)
    }

    /// Writes the reports; the exit code is that of a run in which all of it had happened.
    func run() throws -> ExitCode {
        try Interrupts.endCommand(
            saying: "runner: cut short by an interrupt; not all reports were written\n",
            status: ExitCode.cutShort.rawValue)
        // A recorded run was reported when it ran.
        let gitHub = options.gitHubReport(standard: !isReplay)
        var reports = try ReportSet(options.reports, gitHub: gitHub, isLive: false)
        let survey = try EventSurvey(try paths.map { try EventSource(path: $0) })
        var findings = MergeFindings(survey.runs, withShards: !isReplay)
        for warning in findings.warnings { StandardError.say("warning: \(warning)") }
        let merged = MergedPlan(survey.plans, survey.runs)
        findings.note(clashesIn: merged, survey.runs)
        var ledger = MergeLedger(
            merged, survey.runs, Tally(merged.registry, slowestLimit: options.slowestLimit))
        try settle(merged, survey.runs, findings, &ledger)
        var context = context(merged, survey.runs, ledger)
        context.focusBan = try FocusBan(
            asked: options.forbidFocus || options.strict,
            isRecorded: survey.runs.contains { $0.start?.isFocusForbidden ?? false }, isReplay: isReplay,
            ProcessEnvironment.variables)
        context.isStrict = options.strict || survey.runs.contains { $0.start?.isStrict ?? false }
        let reporter = TerminalReporter(
            context: context, settings: options.settings(context, at: terminal), output: TextOutput(terminal))
        reports.begin(context, terminal: reporter, descriptor: terminal)
        let recordWriter = options.record == nil ? nil : RecordWriter(merged.registry, context.tally)
        let fanout = EventFanout(context.tally, recordWriter, reports)
        var runs = survey.runs
        try replay(merged, &runs, findings, &ledger) { event, instant in fanout.handle(event, at: instant) }
        for fault in runs.flatMap(\.allFaults) { StandardError.say(fault) }
        // An attempt that was cut off may well end in half a line; its repetition has the last word.
        let isReadable = runs.indices.allSatisfy { ledger.superseded.contains($0) || runs[$0].faults.isEmpty }
        let code = Verdict(context.tally, of: merged.plan, merged.registry).exitCode(
            context.focusBan, isStrict: context.isStrict)
        var unwritten = fanout.reports.finish() + fanout.reports.endCommands()
        if let recordWriter = fanout.recordWriter, let target = options.record,
            let fault = write(recordWriter, merged, runs, to: target)
        {
            unwritten.append(fault)
        }
        for fault in unwritten { StandardError.say(fault.description) }
        return [.success, .nothingRan].contains(code) && !(isReadable && unwritten.isEmpty) ? .usage : code
    }

    /// Writes a record of what ran, for `--balance`; returns why that failed.
    private func write(
        _ recordWriter: RecordWriter, _ merged: MergedPlan, _ runs: [EventRun], to target: ReportTarget
    ) -> SystemFault? {
        let starts = runs.compactMap(\.start)
        let time = UTCTime.text(starts.map(\.wallClock).max() ?? 0) + "Z"
        let record = recordWriter.merged(
            into: nil, seed: merged.plan.seed, time: time, command: starts.first?.command ?? "", limit: Self.recordLimit
        )
        do throws(SystemFault) {
            try ReportFile.write(record.text(), to: target)
            return nil
        } catch { return error }
    }

    /// The most lines of a record that is written, classes and cases: all classes, for shards that are balanced.
    private static let recordLimit = 200_000

    /// Finds out which file has the last word on what, where that is a question.
    func settle(
        _ merged: MergedPlan, _ runs: [EventRun], _ findings: MergeFindings, _ ledger: inout MergeLedger
    ) throws(SystemFault) {
        if !merged.gathered.hasOverlap { return }
        for file in runs.indices where !findings.copies.contains(file) {
            try readResults(runs[file]) { ledger.note($0, of: file, merged) }
        }
        ledger.close(runs)
    }

    /// Lends each event of a file that may be a result; lines that cannot be read are reported later.
    private func readResults(_ run: EventRun, _ body: (JSONValue) -> Void) throws(SystemFault) {
        var lines = EventLines(run.source)
        while try lines.next() {
            if lines.hasPrefix(Self.planHead) || lines.hasPrefix(EventSurvey.head, then: "testStarted\"") { continue }
            if let (_, payload) = try? lines.record() { body(payload) }
        }
    }

    /// All events of all files between one start and one end.
    func replay(
        _ merged: MergedPlan, _ runs: inout [EventRun], _ findings: MergeFindings, _ ledger: inout MergeLedger,
        _ emit: @escaping (Event, UInt64) -> Void
    ) throws(SystemFault) {
        let start = runs.compactMap { $0.start?.wallClock }.min() ?? 0
        emit(.runStarted(RunClock(instant: start, wallClock: start)), start)
        var (unfinished, last, lost) = (Set<Int>(), start, 0)
        for file in MergeLedger.order(runs) where !findings.copies.contains(file) {
            var replay = EventReplay(merged, runs[file], file: file) { event, instant in
                last = max(last, instant)
                emit(event, max(start, instant))
            }
            try self.replay(&runs[file], &replay, &ledger)
            unfinished.formUnion(replay.unfinished)
        }
        let counted = runs.indices.filter { !findings.copies.contains($0) && !ledger.superseded.contains($0) }
        let interruption = counted.compactMap { runs[$0].end?.interruption }.first
        let isWhole = findings.gaps.isEmpty && interruption != nil
        for slot in [merged.plan.slots, merged.plan.unsupported].joined() {
            if ledger.tally.outcome(of: slot) != nil { continue }
            let hasStarted = unfinished.contains(merged.number(of: slot))
            let reason: NotRunReason = isWhole ? .cutShort : .missing(hasStarted: hasStarted)
            emit(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: reason)), last)
            lost += 1
        }
        var gaps = findings.gaps
        // Files that end as they should, and lack a line: one that cannot be read is named by itself.
        if gaps.isEmpty, !isWhole, lost > 0, runs.allSatisfy(\.faults.isEmpty) {
            gaps = ["\(Count.text(lost, "case has", "cases have")) no result in the files"]
        }
        for gap in gaps { emit(.runIssue(Issue(kind: .error, message: gap)), last) }
        for warning in findings.warnings + ledger.warnings {
            emit(.runIssue(Issue(kind: .warning, message: warning)), last)
        }
        // Shards run at the same time.
        let duration = counted.compactMap { runs[$0].end?.duration }.max() ?? 0
        emit(.runEnded(duration: duration, interruption: interruption), last)
    }

    /// All events of a file.
    private func replay(
        _ run: inout EventRun, _ replay: inout EventReplay, _ ledger: inout MergeLedger
    ) throws(SystemFault) {
        var lines = EventLines(run.source)
        while try lines.next() {
            // The plan was read before.
            if lines.hasPrefix(Self.planHead) { continue }
            let record: (kind: JSONValue, payload: JSONValue)
            do throws(JSONValue.Fault) { record = try lines.record() } catch {
                // The first look has already reported the lines that it read.
                if EventSurvey.isOfCases(lines) { run.note(lines.describe(error)) }
                continue
            }
            guard record.kind.isText("event") else { continue }
            do throws(JSONValue.Fault) { try replay.take(record.payload, &ledger) } catch {
                run.note(lines.describe(error))
            }
        }
    }

    /// The beginning of the lines that a runner writes about its plan.
    private static let planHead: StaticString = #"{"version":"6.3","kind":"test","payload":{"kind":""#

    /// Returns the context for the reports.
    func context(_ merged: MergedPlan, _ runs: [EventRun], _ ledger: MergeLedger) -> ReportContext {
        let starts = runs.compactMap(\.start)
        // Each once, in the files' order.
        func all(_ texts: [String?], _ separator: String) -> String {
            var seen: Set<String> = []
            return texts.compactMap(\.self).filter { seen.insert($0).inserted }.joined(separator: separator)
        }
        let isSeedFixed = !starts.isEmpty && starts.allSatisfy(\.isSeedFixed)
        let seedSource = all(starts.map(\.seedSource), ", ")
        return ReportContext(
            registry: merged.registry, plan: merged.plan,
            tally: ledger.tally,
            repeatCommand: all(starts.map(\.command), "; "),
            seedSource: isSeedFixed ? (seedSource.isEmpty ? "the caller" : seedSource) : nil,
            host: all(starts.map(\.host), ", "),
            directory: FilePath.working ?? "", workerNames: ledger.workerNames)
    }
}
