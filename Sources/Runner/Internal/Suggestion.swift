/// What a mistyped word may have meant.
enum Suggestion {
    /// The candidates nearest to a word, nearest first; none that is too far off to be a slip.
    static func nearest(to word: String, in candidates: [String], limit: Int = 3) -> [String] {
        let wanted = Array(word.lowercased().utf8)
        let reach = max(1, wanted.count / 3)
        var found: [(distance: Int, candidate: String)] = []
        for candidate in Set(candidates) where abs(candidate.utf8.count - wanted.count) <= reach {
            let distance = self.distance(wanted, Array(candidate.lowercased().utf8), within: reach)
            if distance <= reach { found.append((distance, candidate)) }
        }
        return found.sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }.prefix(limit).map(\.candidate)
    }

    /// The edits between two words: insertions, deletions, replacements, and swaps of neighbours (optimal string
    /// alignment).
    ///
    /// Gives up, with a larger number than `reach`, as soon as there must be more.
    static func distance(_ left: [UInt8], _ right: [UInt8], within reach: Int = .max) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            if let least = current.min(), least > reach { return least }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
