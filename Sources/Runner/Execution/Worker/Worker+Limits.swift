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
        if limit == 0 || place.process != getpid() { leaveLostTable() }
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

    /// The shortest time in which code can find the table and map other memory there, in nanoseconds.
    static let quickestMapping: UInt64 = 100_000

    /// Ends this process if its table is memory of its own: nothing that is written there arrives.
    ///
    /// The check costs two system calls, so it is made behind cases and classes that took long enough, and before the process ends:
    /// code that found the table in an earlier one can be quicker.
    func endIfAlone() {
        if start.isolation != .none, worker_is_private(place.record) != 0 { leaveLostTable() }
    }

    /// Ends this process, whose shared table holds what neither the host nor this process has written there: something else is mapped in
    /// its place, or it was overwritten.
    ///
    /// The host has the words, and knows by its own table what was under way. Messages still arrive.
    private func leaveLostTable() -> Never {
        host.send(.tableLost)
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
