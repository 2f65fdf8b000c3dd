// SPDX-License-Identifier: MIT

import RunnerModel

/// Keeps the journal of a run: of its first attempt, and of several repetitions the first that failed, else the last.
public final class JournalWriter {
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The journal of what counts so far; nil before anything has run.
    public private(set) var journal: RunJournal?

    /// Starts before anything has run.
    public init(_ registry: Registry) { self.registry = registry }

    /// Starts with a run of a plan; returns whether it is to be noted.
    public func begin(_ plan: Plan, attempt: UInt32) -> Bool {
        guard attempt == 0, journal?.failures.isEmpty ?? true else { return false }
        journal = RunJournal(of: plan)
        return true
    }

    /// Takes the next event of a run that is to be noted.
    public func handle(_ event: Event) { journal?.handle(event, registry) }
}
