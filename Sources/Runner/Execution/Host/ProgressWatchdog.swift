// SPDX-License-Identifier: MIT

/// When a worker that lists bundles was last done with one, as the host itself counts it: all sources of examples of a bundle together
/// have a limit, however often the worker begins another one.
struct ProgressWatchdog {
    /// The number of the host's turns that must also pass, so that a host that was stopped blames no worker.
    private static let patientTurns = 20

    /// The amount that it has finished.
    private var count = 0
    /// When the host saw the last of it, in nanoseconds of CLOCK_MONOTONIC.
    private var since: UInt64
    /// The number of the host's turns since then.
    private var turns = 0
    /// The pauses of the host since then.
    private var pauses = HostPauses()

    /// Starts with a worker.
    init(since: UInt64) { self.since = since }

    /// Notes how much the worker has finished by now; less than before is nothing new.
    mutating func note(_ count: Int, now: UInt64) {
        turns += 1
        if count > self.count { (self.count, since, turns, pauses) = (count, now, 0, HostPauses()) }
    }

    /// Leaves out time in which the user had stopped the run.
    mutating func leaveOut(_ length: UInt64) { since += length }

    /// Leaves out time in which the host did not run, as often as that may be.
    mutating func leaveOutPause(_ length: UInt64, now: UInt64) {
        if pauses.take() { since = min(since + length, now) }
    }

    /// Whether nothing was finished for longer than some time, in nanoseconds, which is computed only after many turns.
    func isOver(_ allowance: @autoclosure () -> UInt64, now: UInt64) -> Bool {
        turns > Self.patientTurns && now > since && now - since > allowance()
    }
}
