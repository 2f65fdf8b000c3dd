// SPDX-License-Identifier: MIT

import Glibc

/// Whether a test became slower, and when: its last ten durations against those before the turn.
public enum SlowdownSearch {
    /// The result of the search.
    public struct Slowdown: Equatable, Sendable {
        /// The median before the turn and that of the last ten, in nanoseconds.
        public var before: UInt64, after: UInt64
        /// The place of the first slow duration.
        public var turn: Int
    }

    /// The number of durations that count as the present.
    public static let lastCount = 10
    /// The least number of durations before the turn.
    private static let pastCount = 20
    /// The least factor by which the present must take longer.
    private static let factor = 1.5
    /// The least time by which it must take longer, in nanoseconds.
    private static let margin = 5_000_000.0
    /// The number of the last durations that must be longer than nine in ten of those before the turn.
    private static let needed = 8

    /// Looks at durations in nanoseconds, the oldest first; nil if the test is not slower, or too little is known.
    ///
    /// Ratio and margin keep out what does not matter, the comparison of ranks what is noise: of equal tests, one window in
    /// two million has eight of ten above nine tenths of the past.
    public static func slowdown(_ durations: [Double]) -> Slowdown? {
        guard durations.count >= pastCount + lastCount else { return nil }
        let turn = turn(durations)
        let (past, last) = (Array(durations[..<turn]), durations.suffix(lastCount))
        let (before, after) = (median(past), median(Array(last)))
        guard after >= before * factor, after - before >= margin else { return nil }
        let sorted = past.sorted()
        let high = sorted[sorted.count * 9 / 10]
        guard last.count(where: { $0 > high }) >= needed else { return nil }
        return Slowdown(before: UInt64(before), after: UInt64(after), turn: turn)
    }

    /// The place at which durations fall into two parts that differ most, by least squares of their logarithms.
    private static func turn(_ durations: [Double]) -> Int {
        // Cut at both ends, so that a single hiccup does not decide.
        let sorted = durations.sorted()
        let (low, high) = (sorted[sorted.count / 20], sorted[sorted.count - 1 - sorted.count / 20])
        let values = durations.map { log(max(1, min(max($0, low), high))) }
        let total = values.reduce(0, +)
        let n = Double(values.count)
        var (sum, best, place) = (0.0, -1.0, pastCount)
        for index in 1..<values.count {
            sum += values[index - 1]
            guard index >= pastCount, values.count - index >= lastCount else { continue }
            let (left, right) = (Double(index), n - Double(index))
            let difference = (total - sum) / right - sum / left
            // Only a turn to longer durations counts.
            let score = left * right / n * difference * abs(difference)
            if score > best { (best, place) = (score, index) }
        }
        return place
    }

    /// The middle of some numbers; 0 of none.
    public static func median(_ numbers: [Double]) -> Double {
        if numbers.isEmpty { return 0 }
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
