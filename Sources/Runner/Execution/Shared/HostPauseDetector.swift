// SPDX-License-Identifier: MIT

/// Detects time in which the host itself did not run, since the run or the machine was frozen.
///
/// The host states how long it waits at most in each turn. If two turns are much further apart than that, the workers may not have
/// run either in the meantime. So this time counts for no limit, up to `HostPauses.most` times for one activity.
struct HostPauseDetector {
    /// The shortest time that counts, in nanoseconds: on a busy machine, less is usual.
    static let least: UInt64 = 1_000_000_000

    /// The end of the last turn.
    private var last: UInt64

    /// Starts with the first turn.
    init(now: UInt64) { last = now }

    /// Ends a turn in which the host wanted to wait for no longer than some microseconds.
    ///
    /// - Parameter known: The part of the turn that is left out already, since the user had stopped the run.
    /// - Returns: The time in which the host did not run; nil if the whole turn counts.
    mutating func turn(after microseconds: Int, known: UInt64 = 0, now: UInt64) -> UInt64? {
        let start = last
        last = now
        let usual = UInt64(max(0, microseconds)) * 1000 + known
        guard now > start, now - start > usual, now - start - usual >= Self.least else { return nil }
        return now - start - usual
    }
}

/// The number of times that the host's pauses extended the limit of an activity.
///
/// A bundle could stop the host again and again, and have another process continue it. So the number is bounded, and each extension
/// is as long as the pause.
struct HostPauses {
    /// The most extensions for one activity.
    static let most = 3

    /// The number of extensions so far.
    private var count = 0

    /// Counts one more pause; returns whether it extends the limit.
    mutating func take() -> Bool {
        if count >= Self.most { return false }
        count += 1
        return true
    }
}
