// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The treatment of code that returned after its limit: it has failed, however it ended.
///
/// The host first sends signals that code can catch. Code that catches SIGTERM or SIGQUIT returns as if nothing had happened,
/// and so does code that exceeds its limit only briefly and returns before the host looks.
extension Worker {
    /// Fails an ended activity that exceeded its limit; returns whether it did.
    ///
    /// Nothing is overdue in the process that the user started: it may be in a debugger.
    func failIfOverdue(_ activity: Activity, limit: UInt64, at now: UInt64) -> Bool {
        let elapsed = place.elapsed(at: now)
        guard elapsed > limit, start.isolation != .none else { return false }
        if limit == 0 || place.process != getpid() { leaveLostTable(activity) }
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
        if start.isolation != .none { Self.holdIfOverdue(place, limit: start.loadLimit) }
    }

    /// Stands still for ever if what its place says is under way takes longer than a limit.
    static func holdIfOverdue(_ place: WorkerView, limit: UInt64) {
        guard place.elapsed(at: worker_now()) > limit else { return }
        while true { pause() }
    }
}
