// SPDX-License-Identifier: MIT

import Glibc
import RunnerExecution
import RunnerModel
import RunnerReports

/// The history of tests.
extension RunnerCommand {
    /// Puts a run into the history, where there is anything to remember.
    func remember(_ collector: HistoryCollector?, _ prepared: PreparedRun, _ context: ReportContext) {
        // A debugger's run, and one of each failure alone, say nothing about how a test does.
        guard options.isolation != .none, prepared.earlier == nil else { return }
        let plan = prepared.plan
        // Where the record could not be kept, that was said.
        guard let history, history.hasPlace, let collector,
            let (collected, classes) = collector.run(
                seed: plan.seed, machine: context.host, shard: plan.shard?.description,
                builds: prepared.start.facts.stamps.map { $0?.text })
        else { return }
        var run = collected
        run.take(context.origin ?? origin(context))
        run.isPartial = plan.isPartial
        run.isPlain = options.isolation == .worker && options.affected == nil && coverage == nil && !options.isRepeated
        run.command = HistoryRun.kept(context.repeatCommand)
        history.append(run) { collector.names(ofClass: classes[$0]) }
    }

    /// A run that takes so long, in nanoseconds, is worth a look at many runs and not at the last one alone.
    private static let longRun: UInt64 = 5_000_000_000

    /// The estimate of the run's time: by the usual durations where it takes long, else by those of the last run.
    ///
    /// None if no class takes at least some time, in microseconds.
    func estimate(_ context: ReportContext, jobs: Int, atLeast longest: UInt64 = 0) -> TimeEstimate? {
        guard let record = record?.read(), record.classes.contains(where: { $0.duration >= longest }) else {
            return nil
        }
        let estimate = TimeEstimate(record, plan: context.plan, registry: context.registry, jobs: jobs)
        guard let estimate, estimate.whole >= Self.longRun, let history,
            context.registry.slotNumberCount <= HistoryCollector.caseLimit
        else { return estimate }
        let book = HistoryBook(history.read(), results: options.history)
        let usual = TimeEstimate(
            RunRecord(usualOf: book), plan: context.plan, registry: context.registry, jobs: jobs)
        return usual ?? estimate
    }

    /// No class that takes less, in microseconds, makes a run noticeably shorter by an early start.
    private static let longClass: UInt64 = 50_000

    /// The estimate by which what takes long starts before its place; nil where the order of the seed is to be kept, and where nothing
    /// takes long.
    func scheduledBy(_ context: ReportContext, shown: TimeEstimate?, jobs: Int) -> TimeEstimate? {
        guard jobs > 1, options.schedule == .durations, options.shuffle == .on, order == nil else { return nil }
        return shown ?? estimate(context, jobs: jobs, atLeast: Self.longClass)
    }

    /// Looks up what is usual for the cases of a plan; the history is read if a rule speaks of what is slow.
    func lookUpUsual(for plan: Plan, _ registry: Registry, _ rules: inout CaseRules) {
        rules.lookUpUsual(for: plan, in: registry) { identities in
            guard let history else { return [:] }
            let book = HistoryBook(history.read(), results: options.history, isWanted: identities.contains)
            return UsualDurations.all(in: book)
        }
    }

    /// Where the run comes from.
    func origin(_ context: ReportContext) -> RunOrigin {
        RunOrigin(
            of: context.directory, jobs: jobs, isCI: FocusBan.isAsked(by: ProcessEnvironment.variables)
        ) { name in getenv(name).map { String(cString: $0) } }
    }
}
