// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports

/// Looks for the causes of a run's failures (`--diagnose`).
struct FailureSearch: Guest {
    /// Nil if it was not asked for.
    init?(_ options: Options) {
        if options.diagnose == nil || options.diagnose == .off { return nil }
    }

    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void) {
        let run = run()
        guard run.pool.interruption == nil, !run.journal.failures.isEmpty else { return }
        run.diagnose(emit: emit)
    }
}

/// Looks for tests that depend on the order, and for the causes of what fails (`--hunt`, `--hunt=tasks`).
struct HuntGuest: Guest {
    /// The kind of hunt, and its time limit.
    private let hunt: Hunt
    /// The directory of the record; nil if none is kept.
    private let directory: String?

    /// Nil if it was not asked for.
    init?(_ options: Options) {
        guard let hunt = options.hunt else { return nil }
        (self.hunt, directory) = (hunt, options.state)
    }

    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void) {
        let run = run()
        if run.pool.interruption != nil { return }
        let trials = run.trials(for: UInt64(hunt.seconds * 1_000_000_000), runs: .max) { _ in }
        if hunt.isOfTasks {
            var search = TaskHunt(run.prepared, after: run.journal, in: directory, by: trials)
            var (result, failures) = search.run { emit(.hunting($0)) }
            let diagnoses = InterleavingDiagnosis(run: run, directory: directory).diagnoses(of: failures, emit: emit)
            result.failures = diagnoses.map(\.slot)
            emit(.hunted(result))
            for diagnosis in diagnoses { emit(.diagnosed(diagnosis)) }
        } else {
            var search = HuntSession(run.prepared, after: run.journal, in: directory, by: trials)
            var (result, symptoms) = search.run { emit(.hunting($0)) }
            emit(.hunted(result))
            for index in symptoms.indices { symptoms[index].others = run.others(than: symptoms[index].slot) }
            run.diagnose(symptoms, emit: emit)
        }
    }
}
