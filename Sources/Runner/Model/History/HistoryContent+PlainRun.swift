// SPDX-License-Identifier: MIT

import RunnerSupport

extension HistoryRun {
    /// The number of tests that it ran; nil where the history does not keep the result of each.
    public var executed: Int? {
        var count = 0
        for item in classes {
            guard case .each(let results) = item.content else { return nil }
            for result in results where ![.absent, .skipped, .notRun].contains(result.outcome) { count += 1 }
        }
        return count
    }
}

extension HistoryContent {
    /// The duration of the last plain run of about as many tests, on a machine and by a number of workers, in nanoseconds; nil if there
    /// is none.
    ///
    /// A run with a twentieth more tests, or fewer, is not compared.
    public func plainDuration(ofAbout tests: Int, on machine: String, jobs: Int) -> UInt64? {
        runs.last { run in
            guard run.isPlain, !run.isPartial, !run.isImported, run.ending == .finished, run.machine == machine,
                run.jobs == jobs, run.duration > 0, let executed = run.executed
            else { return false }
            return abs(executed - tests) * 20 <= tests
        }?.duration
    }
}
