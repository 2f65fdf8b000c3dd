// SPDX-License-Identifier: MIT

/// The difference of two values as text: lines that were expected and did not come, and lines that came instead.
enum Difference {
    /// More lines than this are not compared: the time grows with their product.
    private static let comparedLines = 2_000
    /// How many lines of a difference are shown.
    private static let shownLines = 60
    /// How many equal lines stand around a difference.
    private static let contextLines = 2

    /// A line of both, of the expected value only, or of the actual one only.
    private struct Line {
        /// "  ", "- " or "+ ".
        var mark: String
        /// The line.
        var text: String
        /// Whether both have it.
        var isCommon: Bool { mark == "  " }
    }

    /// The difference, or nil where it would say no more than the values' own lines do.
    static func text(expected: Any, actual: Any) -> String? {
        let expected = ValueText.lines(expected)
        let actual = ValueText.lines(actual)
        guard max(expected.count, actual.count) > 1, expected != actual else { return nil }
        guard max(expected.count, actual.count) <= comparedLines else {
            return firstDifference(expected, actual)
        }
        let shown = withContext(merge(expected, actual))
        let note = shown.count > shownLines ? ["… (\(shown.count - shownLines) more lines)"] : []
        return (["difference (- expected, + actual):"] + shown.prefix(shownLines) + note).joined(separator: "\n")
    }

    /// Where two long values part.
    private static func firstDifference(_ expected: [String], _ actual: [String]) -> String {
        let position = zip(expected, actual).prefix { $0 == $1 }.count
        let missing = position < expected.count ? expected[position] : "(end)"
        let extra = position < actual.count ? actual[position] : "(end)"
        return "first difference at line \(position + 1):\n- \(missing)\n+ \(extra)"
    }

    /// All lines of both, marked.
    private static func merge(_ expected: [String], _ actual: [String]) -> [Line] {
        let difference = actual.difference(from: expected)
        var removed: Set<Int> = []
        var inserted: [Int: String] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, let text, _): inserted[offset] = text
            }
        }
        var lines: [Line] = []
        var position = 0
        for (offset, text) in expected.enumerated() {
            if removed.contains(offset) {
                lines.append(Line(mark: "- ", text: text))
                continue
            }
            appendInserted(from: &position, inserted, to: &lines)
            lines.append(Line(mark: "  ", text: text))
            position += 1
        }
        appendInserted(from: &position, inserted, to: &lines)
        return lines
    }

    /// Adds the inserted lines that stand at the position.
    private static func appendInserted(from position: inout Int, _ inserted: [Int: String], to lines: inout [Line]) {
        while let text = inserted[position] {
            lines.append(Line(mark: "+ ", text: text))
            position += 1
        }
    }

    /// The lines that differ with a few common ones around; a note where common lines are left out.
    private static func withContext(_ lines: [Line]) -> [String] {
        var isShown = [Bool](repeating: false, count: lines.count)
        for index in lines.indices where !lines[index].isCommon {
            let context = max(0, index - contextLines)...min(lines.count - 1, index + contextLines)
            for neighbour in context { isShown[neighbour] = true }
        }
        var result: [String] = []
        var leftOut = 0
        for index in lines.indices {
            guard isShown[index] else {
                leftOut += 1
                continue
            }
            if leftOut > 0 { result.append("… (\(leftOut) equal lines)") }
            leftOut = 0
            result.append(lines[index].mark + lines[index].text)
        }
        if leftOut > 0 { result.append("… (\(leftOut) equal lines)") }
        return result
    }
}
