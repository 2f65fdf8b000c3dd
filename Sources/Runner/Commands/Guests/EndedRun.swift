// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports

/// A run whose trials have ended, for guests that make more of them.
struct EndedRun {
    /// The command that repeats the run.
    let repeated: RepeatCommand
    /// Whether the run is recorded, so that it can be repeated exactly.
    let isRecorded: Bool
    /// The number of runs that the trials of all failures may take.
    let trialRuns: Int
    /// The time that they may take, in seconds.
    let trialTime: Double
    /// The prepared run.
    let prepared: PreparedRun
    /// The start of workers, with the findings of the run.
    let start: WorkerStart
    /// The workers, none of which runs anything.
    let pool: WorkerPool
    /// The time limits.
    let limits: RunLimits
    /// The cases that ran, and those that failed.
    let journal: RunJournal
    /// The outcome of each case so far.
    let tally: Tally
}
