// SPDX-License-Identifier: MIT

/// Cuts long lines of a difference to the place where they differ.
enum LineCut {
    /// The most characters of a line.
    static let limit = 200
    /// The number of them before the first that differs.
    private static let lead = 40

    /// Two lines in each other's place, each cut around the first character that differs.
    static func pair(_ expected: String, _ actual: String) -> (expected: String, actual: String) {
        let same = zip(expected, actual).prefix { $0 == $1 }.count
        return (cut(expected, from: same - lead), cut(actual, from: same - lead))
    }

    /// A line, cut at its end.
    static func end(_ line: String) -> String { cut(line, from: 0) }

    /// A part of a line from about a place on, with notes of what is left out; all of it if that is short.
    private static func cut(_ line: String, from place: Int) -> String {
        let count = line.count
        guard count > limit else { return line }
        let start = max(0, min(place, count - limit))
        let before = start > 0 ? "(\(start) characters) …" : ""
        let left = count - start - limit
        let after = left > 0 ? "… (\(left) more characters)" : ""
        return before + String(line.dropFirst(start).prefix(limit)) + after
    }
}
