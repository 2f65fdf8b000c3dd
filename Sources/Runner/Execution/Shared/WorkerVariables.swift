// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel

/// The variables by which tests know their worker: to choose a port, a database or a directory that no other worker uses.
///
/// A worker sets them before it opens a bundle; what tests start inherits them.
public enum WorkerVariables {
    /// The place of the worker among all, from 0.
    ///
    /// No two workers that run at the same time have the same.
    static let index = "TESTKIT_WORKER_INDEX"
    /// The most workers that run at the same time.
    static let count = "TESTKIT_WORKER_COUNT"
    /// The number of the attempt, from 1.
    static let attempt = "TESTKIT_ATTEMPT"
    /// The seed of the run, or of the repetition.
    static let seed = "TESTKIT_RUN_SEED"
    /// The part of the whole run, "2/3", where it is one.
    static let shard = "TESTKIT_RUN_SHARD"

    /// The file to which a set-up writes variables; no worker has it.
    static let exports = "TESTKIT_ENV"
    /// All of them, which a runner that a test or a set-up starts leaves alone.
    public static let all = [index, count, attempt, seed, shard, exports]

    /// Sets them for the worker at a place, in its process.
    static func set(_ start: WorkerStart, at place: Int) {
        setenv(index, "\(place)", 1)
        setenv(count, "\(start.facts.places)", 1)
        setenv(attempt, "\(start.attempt + 1)", 1)
        setenv(seed, "\(start.seed)", 1)
        // Also that of a runner around this one.
        if let part = start.facts.shard { setenv(shard, part.description, 1) } else { unsetenv(shard) }
    }
}
