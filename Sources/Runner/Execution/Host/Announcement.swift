// SPDX-License-Identifier: MIT

/// When there is a word to be said of something that takes long: after a time, then after twice that, and so on.
struct Announcement {
    /// The longest that something runs before it is announced, in nanoseconds; half its time limit, where that is shorter.
    private static let longest: UInt64 = 10_000_000_000
    /// The shortest, in nanoseconds: a time that doubles must not begin with nothing.
    private static let shortest: UInt64 = 1_000_000

    /// When it began, in nanoseconds of CLOCK_MONOTONIC.
    let since: UInt64
    /// How long it must have been running for the next word, in nanoseconds; nil before the first.
    private var next: UInt64?

    /// Starts with nothing said.
    init(since: UInt64) { self.since = since }

    /// How long it is to be said to have been running, if there is a word to be said now.
    ///
    /// An activity over its limit is being ended, and is reported then.
    mutating func takeDue(elapsed: UInt64, limit: UInt64) -> UInt64? {
        var due = next ?? max(Self.shortest, min(Self.longest, limit / 2))
        var told: UInt64?
        while due <= elapsed, due < limit {
            told = due
            let (doubled, hasOverflown) = due.multipliedReportingOverflow(by: 2)
            if hasOverflown { break }
            due = doubled
        }
        next = due
        return told
    }
}
