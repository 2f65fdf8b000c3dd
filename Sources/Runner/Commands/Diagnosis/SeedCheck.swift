// SPDX-License-Identifier: MIT

import RunnerModel

/// Finds out which failures the seed decides: for `--affected=verify`, whose records were made with another one.
enum SeedCheck {
    /// The most cases that are tried, and the most seeds for each.
    private static let (caseLimit, seedLimit) = (20, 8)
    /// The time limit for all trials, in nanoseconds.
    private static let patience: UInt64 = 30_000_000_000

    /// The cases among some failed ones that pass alone with another seed; of what could not be tried, none.
    static func passing(_ failed: [Plan.Slot], _ run: EndedRun) -> Set<Plan.Slot> {
        var trials = run.trials(for: patience, runs: caseLimit * seedLimit) { _ in }
        var conditions = run.conditions
        return Set(
            failed.prefix(caseLimit).filter { slot in
                (1...UInt64(seedLimit)).contains { number in
                    conditions.seed = run.conditions.seed &+ number
                    return (try? trials.outcomes(of: [WatchedCase(slot: slot)], under: conditions)) == [.passed]
                }
            })
    }
}
