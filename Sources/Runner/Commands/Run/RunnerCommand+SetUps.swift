// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport

/// The set-ups of tests.
extension RunnerCommand {
    /// Runs the set-ups that tests of the plan need, and bars the tests of those that fail.
    func setUp(
        _ prepared: inout PreparedRun, _ setUps: SetUpRun, _ pool: WorkerPool, interrupts: Int32
    ) throws(SetUpRun.Stop) {
        let registry = prepared.registry
        for script in configuration.sources.setUps {
            guard let pattern = script.tests, let filter = script.filter?.resolved(sets) else { continue }
            func isMeant(_ slot: Plan.Slot) -> Bool {
                filter.matches(registry.identity(of: slot), tags: registry.tags(ofCase: Int(slot.caseIndex)))
            }
            if !prepared.plan.slots.contains(where: isMeant) {
                // A set-up for tests that exist but are not selected is not needed.
                if filter.sets.isEmpty, changed == nil, !registry.slots.contains(where: isMeant) {
                    StandardError.say(
                        "warning: \(script.origin.place): no test matches '\(pattern)', so the set-up '\(script.title)' does nothing"
                    )
                }
                continue
            }
            do throws(SetUpRun.Stop) {
                try setUps.start(script, interrupts: interrupts)
                // A worker that was started before has another environment.
                pool.endAll()
            } catch {
                guard case .fault(let fault) = error else { throw error }
                let reason = NotRunReason.runSetUpFailed("its set-up '\(script.title)' failed")
                for slot in prepared.plan.slots where isMeant(slot) { prepared.barred[slot] = reason }
                var issue = Issue(kind: .error, message: fault.description)
                issue.details = setUps.output.map { "output:\n\($0)" }
                prepared.issues.append(issue)
                let barred = prepared.barred
                prepared.plan = prepared.plan.keeping { barred[$0] == nil }
                prepared.replan = { [replan = prepared.replan] in replan($0).keeping { barred[$0] == nil } }
            }
        }
    }
}
