// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The last lines of the report at a terminal.
struct RunSummary {
    /// The run that the report is about.
    let context: ReportContext
    /// The bundles that could not be used.
    let faults: [BundleFault]
    /// The failures.
    let failures: FailureList
    /// The cases that failed, by their identities, up to a limit.
    let failed: [String]
    /// The cases in which something failed that does not count.
    let notable: NotableCases
    /// The settings by the command line and the terminal.
    let settings: TerminalReporter.Settings
    /// The duration, in nanoseconds.
    let duration: UInt64
    /// The reason why it was cut short, if it was.
    let interruption: Interruption?
    /// The first repetition with a failure.
    let firstFailure: CaseResult.Repetition?

    /// All of them.
    func lines() -> [String] {
        var lines: [String] = []
        if settings.verbosity > .quiet {
            if settings.verbosity == .verbose { lines += classes() }
            lines += slowest()
            if settings.verbosity < .verbose { lines += skips() }
            lines += notable.lines(settings.style, width: settings.columns())
            lines += warnings()
            // Of one bundle, the last lines say the same.
            if context.registry.bundles.count + faults.count > 1 { lines += bundles() }
        }
        lines += failures.lines(settings.style, width: settings.columns())
        lines += earlierRuns()
        if context.tally.attachments > 0 {
            let files = Count.text(context.tally.attachments, "attachment")
            // The attachments of merged runs may be in several places.
            let place = settings.attachments.isEmpty ? "" : " in \(settings.shortened(settings.attachments))"
            lines.append(files + TerminalText.line(place))
        }
        lines += notices()
        lines.append(counts())
        // If tests were left out, the time does not show what recording takes.
        let isWhole = context.tally.unchangedSince == nil && !context.plan.isPartial && interruption == nil
        if settings.recordsUse, isWhole, context.tally.total.executed > 0 {
            lines.append(RecordingPrice.line(duration, plain: settings.plainDuration(context.tally.total.executed)))
        }
        var sources: [String] = []
        if let source = context.seedSource { sources.append("fixed by \(TerminalText.line(source))") }
        // The seed does not decide which worker runs what.
        if context.tally.hasFailed, settings.isRecorded() {
            sources.append("--rerun-exactly repeats the run worker by worker")
        }
        lines.append("seed \(context.plan.seed)\(sources.isEmpty ? "" : " (\(sources.joined(separator: "; ")))")")
        lines += again()
        // After everything else: the last line of a green run says that it did not run everything.
        if let since = context.tally.unchangedSince {
            let words =
                "\(context.tally.total.executed) run, \(context.tally.total.unchanged) unchanged since \(TerminalText.line(since))"
            lines.append("\(verdict(isLast: true)), \(words)")
        }
        let omissions = context.omissions
        if !omissions.isEmpty { lines.append("\(verdict(isLast: true)): \(omissions.details(TerminalText.line))") }
        return lines
    }

    /// The line with the command that repeats the run, or the repetition that failed.
    private func again() -> [String] {
        // Merged runs have no command for one repetition.
        if let firstFailure, case let command = settings.repetitionCommand(firstFailure.seed), !command.isEmpty {
            return ["repeat the failed repetition \(firstFailure.number) alone: \(TerminalText.line(command))"]
        }
        // Event files without a start of a run have no command.
        return context.repeatCommand.isEmpty ? [] : ["repeat: \(TerminalText.line(context.repeatCommand))"]
    }

    /// The earlier runs' evidence about the failures.
    private func earlierRuns() -> [String] {
        if failed.isEmpty { return [] }
        let lines = settings.earlierRuns(failed)
        return lines.isEmpty ? [] : ["in earlier runs:"] + lines.map { "  " + settings.common.removed(from: $0) } + [""]
    }

    /// The least duration of a case that is listed as slow, in nanoseconds.
    private static let slowFrom: UInt64 = 10_000_000

    /// The slowest cases, where any took long enough to matter, and others did not.
    private func slowest() -> [String] {
        let slow = context.tally.slowest.filter { $0.duration >= Self.slowFrom }
        guard !slow.isEmpty, context.tally.total.executed > 1 else { return [] }
        return ["slowest:"]
            + slow.map { entry in
                let identity = settings.common.removed(from: context.identity(of: entry.slot))
                return "  \(DurationText.text(entry.duration, width: 8))  \(TerminalText.line(identity))"
            } + [""]
    }

    /// The most reasons to show.
    private static let reasonLimit = 10

    /// A line for each reason why cases were skipped, the most frequent first.
    private func skips() -> [String] {
        let all = context.tally.skips.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        if all.isEmpty { return [] }
        var lines = all.prefix(Self.reasonLimit).map { words, skips in
            let who =
                skips.count == 1
                ? settings.common.removed(from: context.identity(of: skips.first)) : "\(skips.count) cases"
            return "  \(TerminalText.line(who)): \(TerminalText.line(words))"
        }
        if all.count > Self.reasonLimit {
            lines.append("  \(all.count - Self.reasonLimit) more reasons: -v shows them")
        }
        return ["skipped:"] + lines + [""]
    }

    /// The most warnings of builds that are shown.
    private static let warningLimit = 20

    /// The warnings of the bundles' builds, with what looks like a test and is none.
    private func warnings() -> [String] {
        let all = context.omissions.warnings
        if all.isEmpty { return [] }
        var lines = ["warnings of the build:"]
        for warning in all.prefix(Self.warningLimit) {
            let text = TerminalText.line(warning.text { settings.shortened($0) })
            lines += LineWrap.lines(text, width: settings.columns(), margin: 4).enumerated()
                .map { ($0 == 0 ? "  " : "    ") + $1 }
        }
        let rest = all.count - Self.warningLimit
        if rest > 0 { lines.append("  … and \(rest) more: runner --list names them") }
        return lines + [""]
    }

    /// Returns a line for each class with counts, in the order of the run.
    private func classes() -> [String] {
        let unsupported = context.plan.unsupported.lazy.map { context.classIndex(of: $0) }
        var seen: Set<Int> = []
        let indices = (context.plan.classes.map(\.classIndex) + unsupported).filter { seen.insert($0).inserted }
        let lines = indices.compactMap { index -> String? in
            let counts = context.tally.counts(ofClass: index)
            guard counts != Tally.Counts() else { return nil }
            return "  \(TerminalText.line(context.registry.identity(ofClass: index)))  \(counts.classWords)"
        }
        return lines.isEmpty ? [] : ["classes:"] + lines + [""]
    }

    /// A line for each bundle.
    private func bundles() -> [String] {
        let names =
            context.registry.bundles.map { TerminalText.line($0.name) } + faults.map { TerminalText.line($0.name) }
        let width = names.map(\.count).max() ?? 0
        var lines = ["bundles:"]
        let unusable = Set(faults.lazy.filter { $0.kind != .badFile }.map(\.name))
        let all = context.tally.byBundle
        for bundle in context.registry.bundles where !unusable.contains(bundle.name) {
            let counts = all[bundle.fileIndex]
            let empty = counts == Tally.Counts() ? EmptyRun.reason(bundle, context.registry) : nil
            let words = empty.map { settings.style.yellow($0) } ?? words(counts)
            lines.append("  \(TerminalText.line(bundle.name).filled(to: width))  \(words)")
        }
        for fault in faults {
            lines.append("  \(TerminalText.line(fault.name).filled(to: width))  \(settings.style.red("fault"))")
        }
        return lines + [""]
    }

    /// The words for counts that are all 0.
    private static let nothing = "nothing ran"

    /// Returns the counts of a bundle or the run in words, without those that are 0.
    private func words(_ counts: Tally.Counts) -> String {
        let style = settings.style
        var parts: [String] = []
        if counts.passed > 0 {
            let flaky = counts.flaky > 0 ? " (\(counts.flaky) flaky)" : ""
            parts.append(style.green("\(counts.passed) passed\(flaky)"))
        }
        if counts.endedByItself > 0 {
            let errors = counts.errors > 0 ? " (\(counts.errors) threw an error)" : ""
            parts.append(style.red("\(counts.endedByItself) failed\(errors)"))
        }
        if counts.crashed > 0 { parts.append(style.red("\(counts.crashed) crashed")) }
        if counts.timedOut > 0 { parts.append(style.red("\(counts.timedOut) timed out")) }
        let skipped = counts.skipped - counts.unchanged
        if skipped > 0 {
            let forgiven = counts.forgiven > 0 ? " (\(Count.text(counts.forgiven, "failure")) forgiven)" : ""
            parts.append(style.yellow("\(skipped) skipped\(forgiven)"))
        }
        if counts.unchanged > 0 { parts.append("\(counts.unchanged) unchanged") }
        if counts.knownIssues > 0 { parts.append(style.yellow(Count.text(counts.knownIssues, "known issue"))) }
        if counts.notRun > 0 { parts.append(style.yellow("\(counts.notRun) not run")) }
        if counts.abnormalClasses > 0 {
            parts.append(style.red("\(Count.text(counts.abnormalClasses, "class", "classes")) terminated abnormally"))
        }
        // Not by `joined`, for which the runtime makes types at its first use: as long as thirty cases, in each run.
        guard var words = parts.first.map(Self.glued) else { return Self.nothing }
        for part in parts.dropFirst() { words += ", \(Self.glued(part))" }
        return words
    }

    /// A count and its noun, in one line.
    private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        Self.glued(Count.text(count, one, many))
    }

    /// A part whose number, noun and first further words are in one line.
    private static func glued(_ part: String) -> String {
        guard let space = part.firstIndex(of: " ") else { return part }
        return String(part[..<space]) + String(LineWrap.glue) + String(part[part.index(after: space)...])
    }

    /// Returns the notices that a reader must not miss.
    private func notices() -> [String] {
        var lines: [String] = []
        let focus = context.plan.focus
        if focus.isNarrowed, let focusBan = context.focusBan {
            lines.append("a focus narrows the run: \(TerminalText.line(focusBan.words))")
        }
        if context.isStrict, let words = context.omissions.warningWords {
            lines.append("\(words): --strict makes this an error")
        }
        if focus.ignored > 0 { lines.append("focus ignored on \(counted(focus.ignored, "case"))") }
        for name in focus.ineffective { lines.append("focus without effect: \(TerminalText.line(name))") }
        if let interruption {
            let times = context.tally.repetitions > 1 ? " in repetition \(context.tally.repetitions)" : ""
            let rest =
                times.isEmpty || context.tally.cutShort > 0
                ? ": \(counted(context.tally.cutShort, "case")) not run" : ""
            lines.append("CUT SHORT by \(interruption.description)\(times)\(rest)")
        }
        let total = context.tally.total
        if total.executed + total.unchanged == 0, faults.isEmpty, interruption == nil, !context.plan.isEmptyShard {
            lines += EmptyRun(registry: context.registry, plan: context.plan, searched: settings.searched).reasons.map {
                TerminalText.line($0)
            }
        }
        if context.tally.stopped > 0 {
            lines.append("STOPPED by --fail-fast: \(counted(context.tally.stopped, "case")) not run")
        }
        if context.tally.startedEarly > 0, settings.verbosity == .verbose {
            let cases = Count.text(context.tally.startedEarly, "case")
            lines.append(
                "started before their place in the order, since they take long: \(cases) (--schedule seed keeps it)")
        }
        lines += (context.survey?.findings ?? []).compactMap(staleness)
        lines += DuplicatedBases(in: context.plan, context.registry).notices.map { TerminalText.line($0) }
        if !faults.isEmpty {
            lines.append("\(counted(faults.count, "bundle")) could not be used; runner inspect FILE says more")
        }
        if context.tally.lateIssues > 0 {
            lines.append("\(counted(context.tally.lateIssues, "issue belongs", "issues belong")) to no running case")
        }
        if context.tally.runIssues > 0 {
            lines.append(
                "\(counted(context.tally.runIssues, "failure concerns", "failures concern")) the run as a whole")
        }
        return lines.map { settings.style.yellow($0) }
    }

    /// The most sources that are named.
    private static let sourceLimit = 3

    /// Says that a bundle is older than its sources.
    private func staleness(_ finding: SourceSurvey.Finding) -> String? {
        guard let bundle = context.registry.bundles.first(where: { $0.fileIndex == finding.file }) else { return nil }
        let name = TerminalText.line(bundle.name)
        if finding.isEverything {
            return "all sources of \(name) are newer, as after a checkout; rebuild it if they changed"
        }
        let named = finding.newer.prefix(Self.sourceLimit).map { TerminalText.line(settings.shortened($0)) }
        let rest = finding.newer.count - named.count
        let files = named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(name) is older than its sources, so build it again: \(files)"
    }

    /// The run in a few words, for the line of counts or for the last line.
    private func verdict(isLast: Bool = false) -> String {
        let words = Verdict(context.tally, of: context.plan, context.registry).words(
            context.focusBan, isStrict: context.isStrict)
        let text = isLast ? words.last : words.text
        switch words.mood {
        case .success: return settings.style.green(text)
        case .warning: return settings.style.yellow(text)
        case .failure: return settings.style.red(text)
        }
    }

    /// The line of counts.
    private func counts() -> String {
        let filtered = context.plan.filteredOut > 0 ? ", \(context.plan.filteredOut) not selected" : ""
        let shard = context.plan.shard.map { ", \(context.plan.elsewhere) in shards other than \($0)" } ?? ""
        let times = context.tally.repetitions > 1 ? " \(context.tally.repetitions) times" : ""
        let ran = Count.text(context.tally.total.executed, "case")
        let left = filtered + shard
        let total = words(context.tally.total)
        let words = total == Self.nothing ? "" : ": \(total)"
        let hunted =
            context.tally.huntFailures > 0 ? ", \(counted(context.tally.huntFailures, "failure")) in the hunt" : ""
        return "\(verdict()): \(ran) run\(times) in \(DurationText.text(duration))\(words)\(hunted)\(left)"
    }
}
