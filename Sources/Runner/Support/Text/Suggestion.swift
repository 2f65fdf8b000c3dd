// SPDX-License-Identifier: MIT

/// Suggestions for a mistyped word.
public enum Suggestion {
    /// Returns the candidates nearest to a word, nearest first, then by name, without those too far off to be a slip.
    ///
    /// The case of ASCII letters does not count. Ten thousand identities take some ten milliseconds.
    public static func nearest(to word: String, in candidates: [String], limit: Int = 3) -> [String] {
        let wanted = folded(word)
        var reach = max(1, wanted.count / 3)
        var found: [(distance: Int, candidate: String)] = []
        for candidate in candidates where abs(candidate.utf8.count - wanted.count) <= reach {
            let distance = self.distance(wanted, folded(candidate), within: reach)
            guard distance <= reach, !found.contains(where: { $0.candidate == candidate }) else { continue }
            let place = found.firstIndex { (distance, candidate) < ($0.distance, $0.candidate) } ?? found.count
            found.insert((distance, candidate), at: place)
            if found.count > limit { found.removeLast() }
            // From here on, only a candidate that is no farther off than the last of them can take its place.
            if found.count == limit, let last = found.last { reach = last.distance }
        }
        return found.map(\.candidate)
    }

    /// The end of a message that asks whether one of some names was meant; "" for none.
    public static func question(_ names: [String]) -> String {
        names.isEmpty ? "" : "; did you mean \(names.map { "'\($0)'" }.joined(separator: ", "))?"
    }

    /// The edits between two words: insertions, deletions, replacements, and swaps of neighbours (optimal string
    /// alignment).
    ///
    /// Stops, with a number above `reach`, as soon as the distance must exceed it.
    static func distance(_ left: [UInt8], _ right: [UInt8], within reach: Int = .max) -> Int {
        let reach = min(reach, max(left.count, right.count))
        let far = reach + 1
        guard abs(left.count - right.count) <= reach else { return far }
        var last = Array(0...right.count)
        var (beforeLast, current) = (last, last)
        for (row, byte) in left.enumerated() {
            // Cells that are farther from the diagonal than the reach need not be computed.
            let columns = max(0, row - reach)..<min(right.count, row + reach + 1)
            current[columns.lowerBound] = columns.lowerBound == 0 ? row + 1 : far
            var least = current[columns.lowerBound]
            for column in columns {
                let other = right[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current[column + 1] = best
                least = min(least, best)
            }
            if columns.upperBound < right.count { current[columns.upperBound + 1] = far }
            if least > reach { return far }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        return last[right.count]
    }

    /// A word's bytes, ASCII letters in lower case.
    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
