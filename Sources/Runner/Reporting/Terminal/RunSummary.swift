// SPDX-License-Identifier: MIT

/// The last lines of the report at a terminal.
struct RunSummary {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The plan of the run.
    let plan: Plan
    /// The counts.
    let tally: Tally
    /// Why a focused run is an error; nil if it is none.
    let focusBan: FocusBan?
    /// The bundles that could not be used.
    let faults: [BundleFault]
    /// The failures.
    let failures: FailureList
    /// The cases in which something failed that does not count.
    let notable: NotableCases
    /// The settings by the command line and the terminal.
    let settings: TerminalReporter.Settings
    /// How long it took, in nanoseconds.
    let duration: UInt64
    /// Why it was cut short, if it was.
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
            if !registry.bundles.isEmpty || !faults.isEmpty { lines += bundles() }
        }
        lines += failures.lines(settings.style, width: settings.columns())
        if tally.attachments > 0 {
            let files = Count.text(tally.attachments, "attachment")
            // Those of merged runs may be in several places.
            let place = settings.attachments.isEmpty ? "" : " in \(settings.shortened(settings.attachments))"
            lines.append(files + TerminalText.line(place))
        }
        lines += notices()
        lines.append(counts())
        let source = settings.seedSource.map { " (fixed by \(TerminalText.line($0)))" } ?? ""
        lines.append("seed \(plan.seed)\(source)")
        if tally.hasFailed, let exact = settings.exactCommand?() {
            lines.append("repeat exactly, worker by worker: \(TerminalText.line(exact))")
        }
        // Event files without a start of a run have no command.
        if !settings.repeatCommand.isEmpty { lines.append("repeat: \(TerminalText.line(settings.repeatCommand))") }
        // Merged runs have no command for one repetition.
        if let firstFailure, case let command = settings.repetitionCommand(firstFailure.seed), !command.isEmpty {
            lines.append("repeat the failed repetition \(firstFailure.number) alone: \(TerminalText.line(command))")
        }
        // Behind everything else: a run that is green says in its last line that it did not run everything.
        let omissions = Omissions(plan)
        if !omissions.isEmpty { lines.append("\(verdict()): \(omissions.details { TerminalText.line($0) })") }
        return lines
    }

    /// The slowest cases, where any took long enough to matter.
    private func slowest() -> [String] {
        let slow = tally.slowest.filter { $0.duration >= 1_000_000 }
        guard !slow.isEmpty else { return [] }
        return ["slowest:"]
            + slow.map { entry in
                let identity = plan.identity(of: entry.slot, in: registry)
                return "  \(DurationText.text(entry.duration, width: 8))  \(TerminalText.line(identity))"
            } + [""]
    }

    /// The most reasons to show.
    private static let reasonLimit = 10

    /// A line for each reason why cases were skipped, the most frequent first.
    private func skips() -> [String] {
        let all = tally.skips.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        if all.isEmpty { return [] }
        var lines = all.prefix(Self.reasonLimit).map { words, skips in
            let who = skips.count == 1 ? plan.identity(of: skips.first, in: registry) : "\(skips.count) cases"
            return "  \(TerminalText.line(who)): \(TerminalText.line(words))"
        }
        if all.count > Self.reasonLimit {
            lines.append("  \(all.count - Self.reasonLimit) more reasons: -v shows them")
        }
        return ["skipped:"] + lines + [""]
    }

    /// Returns a line for each class with counts, in the order of the run.
    private func classes() -> [String] {
        let unsupported = plan.unsupported.lazy.map { registry.cases[Int($0.caseIndex)].classIndex }
        var seen: Set<Int> = []
        let indices = (plan.classes.map(\.classIndex) + unsupported).filter { seen.insert($0).inserted }
        let lines = indices.compactMap { index -> String? in
            let counts = tally.counts(ofClass: index)
            guard counts != Tally.Counts() else { return nil }
            return "  \(TerminalText.line(registry.identity(ofClass: index)))  \(counts.classWords)"
        }
        return lines.isEmpty ? [] : ["classes:"] + lines + [""]
    }

    /// A line for each bundle.
    private func bundles() -> [String] {
        let names = registry.bundles.map { TerminalText.line($0.name) } + faults.map { TerminalText.line($0.name) }
        let width = names.map(\.count).max() ?? 0
        func padded(_ name: String) -> String { name + String(repeating: " ", count: width - name.count) }
        var lines = ["bundles:"]
        let unusable = Set(faults.lazy.filter { $0.kind != .badFile }.map(\.name))
        let all = tally.byBundle
        for bundle in registry.bundles where !unusable.contains(bundle.name) {
            lines.append("  \(padded(TerminalText.line(bundle.name)))  \(words(all[bundle.fileIndex]))")
        }
        for fault in faults {
            lines.append("  \(padded(TerminalText.line(fault.name)))  \(settings.style.red("fault"))")
        }
        return lines + [""]
    }

    /// Returns the counts of a bundle or the run in words; noughts are left out.
    private func words(_ counts: Tally.Counts) -> String {
        let style = settings.style
        var parts: [String] = []
        if counts.passed > 0 {
            let flaky = counts.flaky > 0 ? " (\(counts.flaky) flaky)" : ""
            parts.append(style.green("\(counts.passed) passed\(flaky)"))
        }
        if counts.endedByItself > 0 {
            let errors = counts.errors > 0 ? " (\(counts.errors) by an error, no assertion)" : ""
            parts.append(style.red("\(counts.endedByItself) failed\(errors)"))
        }
        if counts.crashed > 0 { parts.append(style.red("\(counts.crashed) crashed")) }
        if counts.timedOut > 0 { parts.append(style.red("\(counts.timedOut) timed out")) }
        if counts.skipped > 0 {
            let forgiven = counts.forgiven > 0 ? " (\(Count.text(counts.forgiven, "failure")) forgiven)" : ""
            parts.append(style.yellow("\(counts.skipped) skipped\(forgiven)"))
        }
        if counts.knownIssues > 0 { parts.append(style.yellow(Count.text(counts.knownIssues, "known issue"))) }
        if counts.notRun > 0 { parts.append(style.yellow("\(counts.notRun) not run")) }
        if counts.abnormalClasses > 0 {
            parts.append(style.red("\(Count.text(counts.abnormalClasses, "class", "classes")) terminated abnormally"))
        }
        return parts.isEmpty ? "nothing ran" : parts.joined(separator: ", ")
    }

    /// Returns the notices that a reader must not miss.
    private func notices() -> [String] {
        var lines: [String] = []
        let focus = plan.focus
        if focus.isNarrowed, let focusBan {
            lines.append("a focus narrows the run: \(TerminalText.line(focusBan.words))")
        }
        if focus.ignored > 0 { lines.append("focus ignored on \(Count.text(focus.ignored, "case"))") }
        for name in focus.ineffective { lines.append("focus without effect: \(TerminalText.line(name))") }
        if let interruption {
            let left = max(0, plan.slots.count - tally.total.executed - tally.total.notRun)
            let times = tally.repetitions > 1 ? " in repetition \(tally.repetitions)" : ""
            let rest = times.isEmpty || left > 0 ? ": \(Count.text(left, "case")) not run" : ""
            lines.append("CUT SHORT by \(interruption.description)\(times)\(rest)")
        }
        if tally.stopped > 0 {
            lines.append("STOPPED by --fail-fast: \(Count.text(tally.stopped, "case")) not run")
        }
        lines += CopiedClasses(in: plan, registry).notices.map { TerminalText.line($0) }
        if !faults.isEmpty {
            lines.append("\(Count.text(faults.count, "bundle")) could not be used; runner inspect FILE says more")
        }
        if tally.strayIssues > 0 {
            lines.append("\(Count.text(tally.strayIssues, "issue belongs", "issues belong")) to no running case")
        }
        return lines.map { settings.style.yellow($0) }
    }

    /// The run in a few words, in agreement with the exit code.
    private func verdict() -> String {
        let (text, mood) = Verdict(tally, of: plan).words(focusBan)
        switch mood {
        case .success: return settings.style.green(text)
        case .warning: return settings.style.yellow(text)
        case .failure: return settings.style.red(text)
        }
    }

    /// The line of counts.
    private func counts() -> String {
        let filtered = plan.filteredOut > 0 ? ", \(plan.filteredOut) not selected" : ""
        let shard = plan.shard.map { ", \(plan.elsewhere) in shards other than \($0)" } ?? ""
        let times = tally.repetitions > 1 ? " \(tally.repetitions) times" : ""
        let ran = Count.text(tally.total.executed, "case")
        let left = filtered + shard
        return "\(verdict()): \(ran) run\(times) in \(DurationText.text(duration)): \(words(tally.total))\(left)"
    }
}
