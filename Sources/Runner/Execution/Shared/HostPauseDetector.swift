// SPDX-License-Identifier: MIT

/// Notices time in which the host itself did not run, since somebody had frozen the run or the machine.
///
/// The host states how long it waits at most in each of its turns. Between two turns that are much further apart than that, it could
/// judge nobody, and those whom it watches may not have run either. So that time counts for no limit, up to
/// `HostPauses.most` times for one activity.
struct HostPauseDetector {
    /// The shortest time that counts, in nanoseconds: on a busy machine, less is usual.
    static let least: UInt64 = 1_000_000_000

    /// The end of the last turn.
    private var last: UInt64

    /// Starts with the first turn.
    init(now: UInt64) { last = now }

    /// Ends a turn in which the host wanted to wait for no longer than some microseconds.
    ///
    /// - Parameter known: How much of it is left out already, since the user had stopped the run.
    /// - Returns: How long the host did not run; nil if all of it counts.
    mutating func turn(after microseconds: Int, known: UInt64 = 0, now: UInt64) -> UInt64? {
        let start = last
        last = now
        let usual = UInt64(max(0, microseconds)) * 1000 + known
        guard now > start, now - start > usual, now - start - usual >= Self.least else { return nil }
        return now - start - usual
    }
}

/// How many times an activity was left out of account because the host did not run.
///
/// A bundle could stop the host again and again, and have another process continue it. So nothing is left out more often than that, and
/// only as much is won by it as the host was stopped.
struct HostPauses {
    /// How often it may be.
    static let most = 3

    /// How often it was.
    private var count = 0

    /// Counts one more; returns whether it may be left out.
    mutating func take() -> Bool {
        if count >= Self.most { return false }
        count += 1
        return true
    }
}
