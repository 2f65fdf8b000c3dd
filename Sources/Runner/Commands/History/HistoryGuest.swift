// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport

/// The history of tests: says what they have been, and remembers what the run makes of them.
final class HistoryGuest: Guest {
    /// The options of the run.
    private let options: Options
    /// The files; nil if none are kept.
    private let store: HistoryStore?
    /// The collector of what is kept of the run, if anything is.
    private var collector: HistoryCollector?

    /// Names the files; nothing is read.
    init(_ options: Options) { (self.options, store) = (options, HistoryStore(options)) }

    /// The runs and tests of a history.
    private func book(_ store: HistoryStore, _ isWanted: ((String) -> Bool)? = nil) -> HistoryBook {
        HistoryBook(store.read(), results: options.history, isWanted: isWanted)
    }

    func tests(in sets: Set<TestSet>, of registry: Registry) throws(UsageError) -> [TestSet: Set<String>] {
        let own = sets.subtracting([.failed, .affected])
        guard let first = own.map(\.rawValue).min() else { return [:] }
        guard let store else { throw .conflict("the set '\(first)' of tests", "--history 0") }
        let book = book(store)
        let analysis = HistoryAnalysis(book)
        var found = Dictionary(uniqueKeysWithValues: own.map { ($0, analysis.identities(in: $0)) })
        if own.contains(.new) { found[.new] = registry.identities.subtracting(book.tests.map(\.identity)) }
        return found
    }

    func usual(of registry: Registry) -> RunRecord? {
        guard let store, registry.slotNumberCount <= HistoryCollector.caseLimit else { return nil }
        return RunRecord(usualOf: book(store))
    }

    func usual(at path: String) throws(SystemFault) -> RunRecord? {
        guard let directory = HistoryStore.directory(at: path) else { return nil }
        let book = book(HistoryStore(directory: directory) { StandardError.say("warning: \($0)") })
        if book.runs.isEmpty { throw SystemFault("failed to read the history '\(path)'", because: "it has no runs") }
        return RunRecord(usualOf: book)
    }

    func chosen(of prepared: PreparedRun) -> PreparedRun {
        var prepared = prepared
        prepared.rules.lookUpUsual(for: prepared.plan, in: prepared.registry) { identities in
            store.map { UsualDurations.all(in: book($0, identities.contains)) } ?? [:]
        }
        return prepared
    }

    func inform(_ context: inout ReportContext, _ settings: inout TerminalReporter.Settings, of run: PreparedRun) {
        guard let store else { return }
        collector = HistoryCollector(run.registry, context.tally)
        // Only where it will be shown: reading it takes time.
        if options.reports[.html] != nil, run.registry.slotNumberCount <= HistoryCollector.caseLimit {
            context.history = book(store)
        }
        settings.earlierRuns = { KnownFailures(self.book(store, Set($0).contains)).lines(of: $0) }
        settings.plainDuration = { [host = context.host, jobs = run.start.facts.jobs] tests in
            store.read().plainDuration(ofAbout: tests, on: host, jobs: jobs)
        }
    }

    var observer: ((Event, UInt64) -> Void)? { collector == nil ? nil : { self.collector?.handle($0, at: $1) } }

    func end(_ run: PreparedRun, _ context: ReportContext, from origin: () -> RunOrigin) {
        // A debugger's run, and one of each failure alone, say nothing about how a test does.
        guard options.isolation != .none, run.earlier == nil else { return }
        let plan = run.plan
        // Where the record could not be kept, that was said.
        guard let store, store.hasPlace, let collector,
            let (collected, classes) = collector.run(
                seed: plan.seed, machine: context.host, shard: plan.shard?.description,
                builds: run.start.facts.stamps.map { $0?.text })
        else { return }
        var kept = collected
        kept.take(origin())
        kept.isPartial = plan.isPartial
        kept.isPlain =
            options.isolation == .worker && options.affected == nil && options.coverageSettings == nil
            && !options.isRepeated
        kept.command = HistoryRun.kept(context.repeatCommand)
        store.append(kept) { collector.names(ofClass: classes[$0]) }
    }
}

extension HistoryStore {
    /// The history that options ask for; nil if they ask for none.
    init?(_ options: Options) {
        guard let state = options.state, options.history > 0 else { return nil }
        self.init(state: state, results: options.history) { StandardError.say("warning: \($0)") }
    }
}
