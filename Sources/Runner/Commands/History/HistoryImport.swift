// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// Takes runs from elsewhere into the history: those of event files, and those of another history.
///
/// A run that is there already is left out, so that an import can be repeated.
struct HistoryImport {
    /// The options of the command.
    private let options: Options
    /// The history that takes the runs.
    private let store: HistoryStore
    /// The runs that it has.
    private var known: Set<UInt64> = []
    /// The bundles that it has.
    private var bundles: Set<String> = []
    /// The runs to add, and the names of their classes.
    private var added: [(run: HistoryRun, names: [HistoryNames])] = []
    /// The number of runs that were there already.
    private var copies = 0
    /// Whether everything could be read and kept.
    private var isComplete = true

    /// Takes files into the history that options name; whether all of them are in it then.
    ///
    /// A file that cannot be read is named, and the others are taken.
    static func take(_ paths: [String], _ options: Options) throws -> Bool {
        guard let store = HistoryStore(options) else { throw UsageError.conflict("--import", "--history 0") }
        var history = HistoryImport(options, store)
        for path in paths { history.take(path) }
        history.finish()
        return history.isComplete
    }

    /// Looks at what the history has.
    private init(_ options: Options, _ store: HistoryStore) {
        (self.options, self.store) = (options, store)
        for run in store.read().runs {
            known.insert(run.id)
            bundles.formUnion(run.bundles.map(\.name))
        }
    }

    /// Takes a file or a directory.
    private mutating func take(_ path: String) {
        do {
            if let directory = HistoryStore.directory(at: path) {
                try take(history: directory, path)
            } else {
                try take(events: path)
            }
        } catch {
            isComplete = false
            StandardError.say("\(error)")
        }
    }

    /// Adds what was taken, and says how much that was.
    private mutating func finish() {
        guard store.append(added.map(\.run), names: { added[$0].names[$1] }) else { return isComplete = false }
        let others = copies > 0 ? "; \(Count.text(copies, "other was", "others were")) there already" : ""
        StandardError.say("added \(Count.text(added.count, "run")) to the history in '\(store.directory)'\(others)")
    }

    /// Adds a run, unless it is there.
    private mutating func add(_ run: HistoryRun, _ names: [HistoryNames]) {
        guard known.insert(run.id).inserted else { return copies += 1 }
        var run = run
        run.isImported = true
        added.append((run, names))
    }

    /// Whether a run or a history with some bundles can be of this package; if not, that is said.
    private func isOurs(_ others: Set<String>, _ path: String) -> Bool {
        if bundles.isEmpty || others.isEmpty || !bundles.isDisjoint(with: others) { return true }
        StandardError.say(
            "warning: '\(path)' has no bundle that the history in '\(store.directory)' knows: it seems to belong to another "
                + "package, and is skipped")
        return false
    }

    // MARK: Another history

    /// Takes the runs of another history.
    private mutating func take(history directory: String, _ path: String) throws(SystemFault) {
        var faults: [String] = []
        let content = HistoryStore(directory: directory) { faults.append($0) }.read()
        if let fault = faults.first { throw SystemFault("failed to import '\(path)'", because: fault) }
        for remark in content.remarks { StandardError.say("warning: \(remark)") }
        guard isOurs(Set(content.runs.flatMap { $0.bundles.map(\.name) }), path) else { return }
        for run in content.runs {
            var run = run
            run.classes = run.classes.filter { content.names[$0.key] != nil }
            add(run, run.classes.compactMap { content.names[$0.key] })
        }
    }

    // MARK: Event files

    /// Takes the run of an event file; a shard is a run of its own, of which each test has one result.
    private mutating func take(events path: String) throws {
        let survey = try EventSurvey([try EventSource(path: path)])
        guard let start = survey.runs.first?.start, start.wallClock > 0, let seed = start.seed else {
            for fault in survey.runs.flatMap(\.allFaults) { StandardError.say(fault) }
            throw SystemFault("failed to import '\(path)'", because: "it contains no start of a run")
        }
        let merge = Merge(options: options, paths: [path], isReplay: true)
        let findings = MergeFindings(survey.runs, withShards: false)
        let merged = MergedPlan(survey.plans, survey.runs)
        let tally = Tally(merged.registry)
        var collector = HistoryCollector(merged.registry, tally)
        var ledger = MergeLedger(merged, survey.runs, tally)
        try merge.settle(merged, survey.runs, findings, &ledger)
        var runs = survey.runs
        try merge.replay(merged, &runs, findings, &ledger) { event, instant in
            tally.handle(event, at: instant)
            collector.handle(event, at: instant)
        }
        for fault in runs.flatMap(\.allFaults) { StandardError.say(fault) }
        if runs.contains(where: { !$0.faults.isEmpty }) { isComplete = false }
        guard
            let (collected, classes) = collector.run(
                seed: seed, machine: start.host ?? "", shard: start.shard, builds: [])
        else { return }
        var run = collected
        run.take(start.origin)
        run.isPartial = start.shard != nil || start.isFocused || start.notSelected > 0
        if survey.runs[0].end == nil { run.ending = .cutShort }
        run.command = HistoryRun.kept(start.command ?? "")
        guard isOurs(Set(run.bundles.map(\.name)), path) else { return }
        add(run, classes.map(collector.names(ofClass:)))
    }
}
