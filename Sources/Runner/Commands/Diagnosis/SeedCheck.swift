// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import WorkerShims

/// Finds out which failures the seed decides: for `--affected=verify`, whose records were made with another one.
enum SeedCheck {
    /// The most cases that are tried, and the most seeds for each.
    private static let (caseLimit, seedLimit) = (20, 8)
    /// How long all of that may take, in nanoseconds.
    private static let patience: UInt64 = 30_000_000_000

    /// The cases among some failed ones that pass alone with another seed; of what could not be tried, none.
    static func passing(_ failed: [Plan.Slot], _ session: DiagnosisSession) -> Set<Plan.Slot> {
        var trials = WorkerTrials(
            session.prepared.registry, session.pool, session.start, session.limits,
            budget: .init(deadline: worker_now() + patience, runs: caseLimit * seedLimit)
        ) { _ in }
        var conditions = TrialConditions(seed: session.prepared.plan.seed, chance: session.start.chance)
        var passing: Set<Plan.Slot> = []
        for slot in failed.prefix(caseLimit) {
            for number in 1...UInt64(seedLimit) {
                conditions.seed = session.prepared.plan.seed &+ number
                guard let outcome = try? trials.run([Trial(slot: slot)], under: conditions) else { return passing }
                if outcome == [.passed] {
                    passing.insert(slot)
                    break
                }
            }
        }
        return passing
    }
}
