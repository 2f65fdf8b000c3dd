// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The wait of a worker whose activity took longer than its limit.
extension WorkerView {
    /// The time for the host to look, in milliseconds.
    private static let patience = 2000

    /// Waits until the host has looked at its workers after some time: only the host knows for how long the run as a whole stood
    /// still, and it moves the table's start by that.
    static func awaitLook(after now: UInt64, in table: RunTable) {
        var turns = 0
        // Nearly always, it has looked just now.
        while now > table.lookedAt, now - table.lookedAt >= HostPauseDetector.least, turns < patience {
            usleep(1000)
            turns += 1
        }
    }

    /// Waits for ever if the activity that it notes takes longer than a limit.
    func holdIfOverdue(in table: RunTable, limit: UInt64) {
        let now = worker_now()
        guard elapsed(at: now) > limit else { return }
        Self.awaitLook(after: now, in: table)
        guard elapsed(at: now) > limit else { return }
        while true { pause() }
    }
}
