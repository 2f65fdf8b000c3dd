// SPDX-License-Identifier: MIT

/// The time that the host waits for an event before it reads the table.
///
/// While many cases end, it reads every millisecond, so that it works in parallel with the workers and not after them. While
/// few end, it rarely wakes.
struct PollBackoff {
    /// The shortest wait, in milliseconds.
    static let shortest: Int32 = 1
    /// The longest wait, in milliseconds; also how often a progress display moves.
    static let longest: Int32 = 50
    /// How many ends since the last look make it worth looking again soon.
    private static let many = 32

    /// The wait that is due, in milliseconds.
    private(set) var interval = shortest

    /// Takes note of how much had ended at a look.
    mutating func beat(finished count: Int) {
        interval = count >= Self.many ? Self.shortest : min(interval * 2, Self.longest)
    }
}
