// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// A case that a worker was running when the run was cut short.
struct InterruptedCase {
    /// Its slot.
    let slot: UInt32
    /// Its class, by unit.
    let unit: UInt32
    /// The worker that ran it.
    let worker: WorkerProcess
    /// The time for which it had been running, in nanoseconds.
    let elapsed: UInt64

    /// The least running time of a case for whose stack a user's interrupt waits, in nanoseconds: a case that has just begun
    /// is not what the user asks about.
    private static let leastTime: UInt64 = 1_000_000_000
    /// The longest wait for stacks, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000

    /// Asks the processes of cases for their stacks, and waits until these are written; a case that has just begun is not asked when
    /// the user is waiting.
    ///
    /// Another interrupt ends the wait, with the runner.
    static func awaitStacks(of cases: [InterruptedCase], in pool: WorkerPool) {
        let isOverdue = pool.interruption == .runTimeout
        let asked = cases.filter { one in
            guard isOverdue || one.elapsed >= leastTime else { return false }
            return one.worker.askForStacks(of: pool.table.worker(one.worker.index).process)
        }
        let end = worker_now() + patience
        while asked.contains(where: { !$0.worker.hasStacks }), worker_now() < end { _ = pool.wait(5000) }
    }
}
