// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
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
        guard place.elapsed(at: now) > limit, start.isolation != .none else { return false }
        WorkerView.awaitLook(after: now, in: table)
        let elapsed = place.elapsed(at: now)
        guard elapsed > limit else { return false }
        let took = "took longer than \(DurationText.seconds(limit)): it returned after \(DurationText.text(elapsed))"
        var issue = Issue(kind: .timeout, message: took)
        issue.phase = place.phase
        issue.locate(at: place)
        host.report(issue, activity)
        return true
    }

    /// Waits for ever if loading a bundle took too long: the host is ending this process already, and names the bundle that
    /// made it necessary.
    func holdIfOverdue() {
        if start.isolation != .none { place.holdIfOverdue(in: table, limit: start.loadLimit) }
    }
}
