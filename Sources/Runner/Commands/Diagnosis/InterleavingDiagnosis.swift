// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// Makes the diagnoses of what a hunt for orders of tasks has found, and keeps the choices in files.
struct InterleavingDiagnosis {
    /// The run, whose budget these diagnoses share.
    let run: EndedRun
    /// The directory of the record, where the files go; nil where none is kept.
    let directory: String?
    /// Finds functions and lines.
    let symbolizer = Symbolizer()

    /// Looks into some failures within the budget of diagnoses; nil for one that never came again and was only slow.
    func diagnoses(of failures: [TaskHunt.Failure], emit: @escaping (Event) -> Void) -> [Diagnosis] {
        var found: [Diagnosis] = []
        run.share(among: failures.map(\.slot), emit: emit) { number, trials in
            let failure = failures[number]
            let conditions = TaskHunt.conditions(run.prepared)
            var trials = trials
            trials.cap(at: TaskHuntLimit.time)
            var search = InterleavingSearch(failure.slot, under: conditions, by: trials)
            do throws(TrialStop) {
                let finding = try search.explain(failure.strategy)
                if let diagnosis = diagnosis(of: failure, finding, conditions, runs: search.runner.runs) {
                    found.append(diagnosis)
                }
            } catch {
                let reason = "it failed in an order of its tasks, and was not replayed, because \(error.words)"
                found.append(unknown(failure, reason, failure.strategy, conditions, runs: search.runner.runs))
            }
            return search.runner.runs
        }
        return found
    }

    /// The diagnosis of a failure that was replayed.
    private func diagnosis(
        of failure: TaskHunt.Failure, _ finding: InterleavingSearch<WorkerTrials>.Finding,
        _ conditions: TrialConditions, runs: Int
    ) -> Diagnosis? {
        if finding.shown.isNever {
            // The hunt has less patience than the run.
            if failure.outcome == .timedOut { return nil }
            let reason = "it failed in an order of its tasks, and in none of \(finding.shown.tries) replays"
            return unknown(failure, reason, failure.strategy, conditions, runs: runs)
        }
        var interleaving = Interleaving()
        if case .choices(let choices) = finding.strategy.kind { interleaving.choiceCount = choices.count }
        interleaving.hasHung = finding.outcome == .timedOut
        if let turns = finding.turns {
            let story = TaskStory(turns, frames: symbolizer.frames(at: turns.places))
            (interleaving.story, interleaving.switchCount) = (story.lines, story.switchCount)
            interleaving.isDoubtful = turns.doubts > 0
        }
        var diagnosis = Diagnosis(slot: failure.slot, cause: .interleaving(interleaving), shown: finding.shown)
        diagnosis.runs = runs
        diagnosis.command = command(failure.slot, finding.strategy, conditions)
        return diagnosis
    }

    /// The diagnosis of a failure that is not explained.
    private func unknown(
        _ failure: TaskHunt.Failure, _ reason: String, _ strategy: TaskStrategy, _ conditions: TrialConditions,
        runs: Int
    ) -> Diagnosis {
        var diagnosis = Diagnosis(slot: failure.slot, cause: .unknown(reason))
        diagnosis.runs = runs
        diagnosis.command = command(failure.slot, strategy, conditions)
        return diagnosis
    }

    /// Returns the command that runs a case by a way to pick its tasks, which goes to a file.
    private func command(_ slot: Plan.Slot, _ strategy: TaskStrategy, _ conditions: TrialConditions) -> String {
        let name = run.identity(of: slot)
        let lines = TaskFile.lines(of: name, strategy)
        var chance = conditions.chance
        chance.taskFile = directory.flatMap { write(lines, of: name, to: $0) } ?? "-"
        let command = run.repeated.text(
            seed: conditions.seed, tests: [name], options: ["--chance", chance.text])
        if chance.taskFile != "-" { return command }
        return "printf '%s\\n' \(lines.map(RepeatCommand.quoted).joined(separator: " ")) | \(command)"
    }

    /// Writes a file of choices; returns its path, or nil where that failed.
    private func write(_ lines: [String], of name: String, to directory: String) -> String? {
        let words = name.split(separator: "/").last.map(String.init) ?? name
        let plain = words.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(80)
        // Two tests of one name are in two files.
        let hash = (HuntRecord.digest(of: [name]) % 0x10000).hexadecimal
        let path = "\(directory)/\(String(plain))-\(hash).tasks"
        let head = [
            "# Which of a test's tasks runs next, where that is not the usual one. Keep it as a regression test:",
            "# runner --chance tasks=FILE (docs/Interleavings.md)",
        ]
        let text = (head + lines).joined(separator: "\n") + "\n"
        let isWritten = FilePath.makeDirectory(directory) && FileDraft.replace(path, by: Array(text.utf8)) == nil
        return isWritten ? path : nil
    }
}
