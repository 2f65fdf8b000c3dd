// SPDX-License-Identifier: MIT

import Glibc

/// The history of tests.
extension RunnerCommand {
    /// Puts a run into the history, where there is anything to remember.
    func remember(_ collector: HistoryCollector?, _ prepared: PreparedRun, _ context: ReportContext) {
        let plan = prepared.plan
        let builds = prepared.start.facts.stamps.map { $0?.text }
        // Where the record could not be kept, that was said.
        guard let history, history.hasPlace, let collector,
            let (collected, classes) = collector.run(
                seed: plan.seed, machine: context.host, shard: plan.shard?.description, builds: builds)
        else { return }
        var run = collected
        run.take(context.origin ?? origin(context))
        run.isPartial = plan.isPartial
        run.command = HistoryRun.kept(context.repeatCommand)
        history.append(run) { collector.names(ofClass: classes[$0]) }
    }

    /// The rules of configuration files for the cases of a plan; the history is read if one speaks of what is slow.
    func rules(for plan: Plan, _ registry: Registry, _ files: [BundleFile]) -> CaseRules {
        CaseRules(configuration.tests, for: plan, in: registry, files) { identities in
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
