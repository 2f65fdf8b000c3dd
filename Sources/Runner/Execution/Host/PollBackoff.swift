// SPDX-License-Identifier: MIT

/// The time that the host waits for an event before it reads the table.
///
/// While many cases end, it reads several times a millisecond, so that it works in parallel with the workers, and little is left to do
/// when they have ended. While few end, it rarely wakes.
struct PollBackoff {
    /// The shortest wait, in microseconds.
    static let shortest = 250
    /// The longest wait, in microseconds; also how often a progress display moves.
    static let longest = 50_000
    /// The number of ends since the last look that make it worth looking again soon.
    private static let many = 32

    /// The wait that is due, in microseconds.
    private(set) var interval = shortest

    /// Takes note of how much had ended at a look.
    mutating func beat(finished count: Int) {
        interval = count >= Self.many ? Self.shortest : min(interval * 2, Self.longest)
    }
}
