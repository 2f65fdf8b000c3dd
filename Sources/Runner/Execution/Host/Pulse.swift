// SPDX-License-Identifier: MIT

/// How long the host waits for news before it looks at the table.
///
/// While much is finishing it looks every millisecond: what it has to do for a case, it does beside the workers, and not
/// after them. While little is, it hardly ever wakes.
struct Pulse {
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
