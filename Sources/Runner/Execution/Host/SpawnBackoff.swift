// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The tries to start a worker, or a child of one, while the system refuses: it lacks processes, descriptors or memory.
///
/// A test may have used these up, and processes that end give them back. So the host tries again, and the other workers run on.
struct SpawnBackoff {
    /// The time for which the host tries while no worker runs anything, in nanoseconds.
    static let patience: UInt64 = 5_000_000_000
    /// The time between two tries, in nanoseconds.
    private static let pause: UInt64 = 50_000_000

    /// When no worker ran anything, and none could be started, for the first time; nil while one does.
    private var since: UInt64?
    /// The last try.
    private var latest: UInt64
    /// The reason why the last try failed.
    private let fault: SystemFault

    /// Notes a failed try; `earlier` has the tries before it.
    init(_ fault: SystemFault, after earlier: SpawnBackoff?, now: UInt64) {
        (self.fault, latest, since) = (fault, now, earlier?.since)
    }

    /// Whether another try is due.
    func isDue(now: UInt64) -> Bool { now - latest >= Self.pause }

    /// Notes whether no worker runs anything; returns whether it is time to give up: at once, if another try cannot help.
    mutating func isOver(isIdle: Bool, now: UInt64) -> Bool {
        since = isIdle ? since ?? now : nil
        if isIdle, !fault.mayPass { return true }
        return since.map { now - $0 >= Self.patience } ?? false
    }

    /// The issue that explains why the run was cut short.
    var issue: Issue {
        if !fault.mayPass { return Issue(kind: .error, message: fault.description) }
        let advice = "see the limits of processes, files and memory (ulimit -a), and what tests leave running"
        return Issue(kind: .error, message: "\(fault), for \(Self.patience / 1_000_000_000) s; \(advice)")
    }
}
