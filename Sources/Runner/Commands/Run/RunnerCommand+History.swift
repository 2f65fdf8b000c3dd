// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports

/// The history of tests.
extension RunnerCommand {
    /// Puts a run into the history, where there is anything to remember.
    func remember(_ collector: HistoryCollector?, _ prepared: PreparedRun, _ context: ReportContext, jobs: Int) {
        let plan = prepared.plan
        let builds = prepared.start.facts.stamps.map { $0?.text }
        // Where the record could not be kept, that was said.
        guard let history, history.hasPlace, let collector,
            let (collected, classes) = collector.run(
                seed: plan.seed, machine: context.host, shard: plan.shard?.description, builds: builds)
        else { return }
        var run = collected
        run.jobs = jobs
        run.isCI = FocusBan.isAsked(by: ProcessEnvironment.variables)
        run.isPartial = plan.isPartial
        run.commit = GitCheckout.commit(around: context.directory) ?? ""
        run.command = HistoryRun.kept(context.repeatCommand)
        history.append(run) { collector.names(ofClass: classes[$0]) }
    }
}
