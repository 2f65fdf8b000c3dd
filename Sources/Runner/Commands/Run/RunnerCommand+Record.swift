// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The record of runs.
extension RunnerCommand {
    /// Returns the earlier failures, if an option needs them; nil if there is no record.
    func earlierFailures(in registry: Registry) -> EarlierFailures? {
        guard options.rerunFailed || options.failedFirst || changed != nil, let record else { return nil }
        guard let known = record.read() else {
            if options.rerunFailed {
                StandardError.say("everything runs, since there is no record of an earlier run in '\(record.path)'")
            }
            return nil
        }
        let failures = EarlierFailures(known, in: registry)
        if options.rerunFailed, failures.slots.isEmpty {
            StandardError.say("nothing to run again: according to '\(record.path)', nothing failed")
        }
        return failures
    }

    /// Records the tests of each worker, unless nothing ran or the run repeats a recorded one.
    func remember(_ journal: RunJournal?, _ prepared: PreparedRun, command: String) {
        guard let journal, !journal.processes.isEmpty, options.rerunExactly == nil, prepared.earlier == nil,
            let directory = options.state
        else {
            return
        }
        let facts = prepared.start.facts
        let order = OrderRecord(
            journal: journal, registry: prepared.registry, chance: facts.chance, isShuffled: options.shuffle == .on,
            builds: facts.stamps.map { $0?.text }, command: TerminalText.line(command),
            session: hosted?.session?.key.name)
        record?.whileLocked { order.write(to: directory, isLocked: $0) }
    }

    /// Puts the run into the record, where there is anything to remember.
    func remember(_ recordWriter: RecordWriter?, command: String) {
        guard let record, let recordWriter, !recordWriter.isEmpty else { return }
        let time = UTCTime.text(worker_wall_clock()) + "Z"
        record.update {
            recordWriter.merged(
                into: $0, seed: seed, time: time, command: command, listed: hosted?.call.listed ?? .everything)
        }
    }
}
