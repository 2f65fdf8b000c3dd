// SPDX-License-Identifier: MIT

/// The times at which something slow is announced: after a time, after twice that, and so on.
struct Announcement {
    /// The longest time before the first announcement, in nanoseconds; half the time limit if that is shorter.
    private static let longest: UInt64 = 10_000_000_000
    /// The shortest such time, in nanoseconds, since nought cannot be doubled.
    private static let shortest: UInt64 = 1_000_000

    /// When it began, in nanoseconds of CLOCK_MONOTONIC.
    let since: UInt64
    /// The running time of the next announcement, in nanoseconds; nil before the first.
    private var next: UInt64?

    /// Starts without an announcement.
    init(since: UInt64) { self.since = since }

    /// Returns the running time to announce now; nil if it is not time.
    ///
    /// An activity over its limit is being ended, and is reported then.
    mutating func takeDue(elapsed: UInt64, limit: UInt64) -> UInt64? {
        var due = next ?? max(Self.shortest, min(Self.longest, limit / 2))
        var announced: UInt64?
        while due <= elapsed, due < limit {
            announced = due
            let (doubled, hasOverflown) = due.multipliedReportingOverflow(by: 2)
            if hasOverflown { break }
            due = doubled
        }
        next = due
        return announced
    }
}
