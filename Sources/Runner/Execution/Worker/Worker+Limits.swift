// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The treatment of code that returned after its limit: it has failed, however it ended.
///
/// The host first sends signals that code can catch. Code that catches SIGTERM or SIGQUIT returns as if nothing had happened,
/// and so does code that exceeds its limit only briefly and returns before the host looks.
extension Worker {
    /// How long the host may take to look, in milliseconds.
    private static let patience = 2000

    /// Waits until the host has looked at its workers after some time: of time in which the run as a whole stood still, only the
    /// host knows, and it moves the table's start by that.
    private static func awaitLook(after now: UInt64, in table: RunTable) {
        var turns = 0
        // Nearly always, it has looked just now.
        while now > table.lookedAt, now - table.lookedAt >= TurnWatch.least, turns < patience {
            usleep(1000)
            turns += 1
        }
    }

    /// Fails an ended activity that exceeded its limit; returns whether it did.
    ///
    /// Nothing is overdue in the process that the user started: it may be in a debugger.
    func failIfOverdue(_ activity: Activity, limit: UInt64, at now: UInt64) -> Bool {
        guard place.elapsed(at: now) > limit, start.isolation != .none else { return false }
        if limit == 0 || place.process != getpid() { leaveLostTable(activity) }
        Self.awaitLook(after: now, in: table)
        let elapsed = place.elapsed(at: now)
        guard elapsed > limit else { return false }
        let took = "took longer than \(DurationText.seconds(limit)): it returned after \(DurationText.text(elapsed))"
        var issue = Issue(kind: .timeout, message: took)
        issue.phase = place.phase
        issue.locate(at: place)
        host.report(issue, activity)
        return true
    }

    /// Ends this process, whose shared table holds what neither the host nor this process has written there: something else is mapped in
    /// its place, or it was overwritten.
    ///
    /// No figure in it can be told, and nothing that is written there arrives. The messages do.
    private func leaveLostTable(_ activity: Activity) -> Never {
        let what = "code of the bundle overwrote the memory that its worker shares with the runner"
        let also = "or mapped other memory there"
        var issue = Issue(kind: .crash, message: "\(what), \(also); the worker cannot go on")
        issue.phase = place.phase
        host.report(issue, activity)
        _exit(1)
    }

    /// Stands still for ever if loading a bundle took too long: the host is ending this process already, and names who
    /// made it necessary.
    func holdIfOverdue() {
        if start.isolation != .none { Self.holdIfOverdue(place, in: table, limit: start.loadLimit) }
    }

    /// Stands still for ever if what its place says is under way takes longer than a limit.
    static func holdIfOverdue(_ place: WorkerView, in table: RunTable, limit: UInt64) {
        let now = worker_now()
        guard place.elapsed(at: now) > limit else { return }
        awaitLook(after: now, in: table)
        guard place.elapsed(at: now) > limit else { return }
        while true { pause() }
    }
}
