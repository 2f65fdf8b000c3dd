// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The wait of a worker whose activity took longer than its limit.
extension WorkerView {
    /// How long the host may take to look, in milliseconds.
    private static let patience = 2000

    /// Waits until the host has looked at its workers after some time: of time in which the run as a whole stood still, only the
    /// host knows, and it moves the table's start by that.
    static func awaitLook(after now: UInt64, in table: RunTable) {
        var turns = 0
        // Nearly always, it has looked just now.
        while now > table.lookedAt, now - table.lookedAt >= HostPauseDetector.least, turns < patience {
            usleep(1000)
            turns += 1
        }
    }

    /// Stands still for ever if the activity that it notes takes longer than a limit.
    func holdIfOverdue(in table: RunTable, limit: UInt64) {
        let now = worker_now()
        guard elapsed(at: now) > limit else { return }
        Self.awaitLook(after: now, in: table)
        guard elapsed(at: now) > limit else { return }
        while true { pause() }
    }
}
