// SPDX-License-Identifier: MIT

/// The difference of two values as text: lines that were expected and did not come, and lines that came instead.
///
/// Rule 24.
enum Difference {
    /// More lines than this are not compared: the time grows with their product.
    private static let comparedLines = 2_000
    /// The most lines of a difference.
    private static let shownLines = 60
    /// The number of equal lines around a difference.
    private static let contextLines = 2
    /// The beginning of the heading of a difference of lines.
    private static let heading = "difference (- expected, + actual"

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
        if let one = expected as? any StringProtocol, let other = actual as? any StringProtocol,
            LargeText.isLarge(one) || LargeText.isLarge(other)
        {
            return LargeText.difference(expected: String(one), actual: String(other))
        }
        let isText = expected is any StringProtocol && actual is any StringProtocol
        let isAlike = !isText && ValueText.line(expected) == ValueText.line(actual)
        let (plainExpected, plainActual) = (ValueLines.of(expected), ValueLines.of(actual))
        guard plainExpected != plainActual else { return nil }
        // The lines of all but texts are made of literals and descriptions, which show everything already.
        let (expected, actual, isEscaped) =
            isText ? VisibleText.lines(plainExpected, plainActual) : (plainExpected, plainActual, false)
        let count = max(expected.count, actual.count)
        // Where both are described alike, their only field says more.
        if count == 1, !isAlike { return isText ? inOneLine(expected[0], actual[0]) : nil }
        if count > comparedLines { return firstDifference(expected, actual) }
        let shown = withContext(shortened(merge(expected, actual)))
        let note = shown.count > shownLines ? ["… (\(shown.count - shownLines) more lines)"] : []
        let remark = isEscaped ? ", escapes as in a literal" : ""
        return (["\(heading)\(remark)):"] + shown.prefix(shownLines) + note).joined(separator: "\n")
    }

    /// Whether a difference shows all lines that differ, and not the first of them alone.
    static func isByLine(_ text: String) -> Bool { text.hasPrefix(heading) }

    /// The message about two texts of which one has several lines: the first line in which they differ, and the one that
    /// came instead.
    ///
    /// Nil for other values, which a message shows whole.
    static func firstLine(expected: Any, actual: Any) -> String? {
        guard expected is any StringProtocol, actual is any StringProtocol else { return nil }
        let (expected, actual) = (ValueLines.of(expected), ValueLines.of(actual))
        guard max(expected.count, actual.count) > 1 else { return nil }
        let place = zip(expected, actual).prefix { $0 == $1 }.count
        func line(_ lines: [String]) -> String {
            place < lines.count ? ValueText.line(lines[place], limit: ValueText.messageLimit) : "the end of the text"
        }
        return "expected \(line(expected)), got \(line(actual)) in line \(place + 1)"
    }

    /// The message about two long texts that begin alike: what is around the first character that differs.
    ///
    /// Nil for other values.
    static func firstCharacters(expected: Any, actual: Any) -> String? {
        guard let one = expected as? any StringProtocol, let other = actual as? any StringProtocol,
            !LargeText.isLarge(one), !LargeText.isLarge(other)
        else { return nil }
        let (expected, actual) = (String(one), String(other))
        let place = zip(expected, actual).prefix { $0 == $1 }.count
        // An earlier difference is in the parts that a message shows of both.
        guard place + shownLead > ValueText.messageLimit else { return nil }
        func part(_ text: String) -> String {
            let rest = text.dropFirst(max(0, place - shownLead))
            let shown = rest.prefix(shownCharacters)
            return ValueText.line("…\(shown)\(shown.endIndex < rest.endIndex ? "…" : "")")
        }
        return "expected \(part(expected)), got \(part(actual)) at character \(place + 1)"
    }

    /// The number of characters that a message shows before the first that differs, and in all.
    private static let (shownLead, shownCharacters) = (12, 40)

    /// Where two texts of one line differ, if they are too long to see that.
    private static func inOneLine(_ expected: String, _ actual: String) -> String? {
        guard max(expected.count, actual.count) > ValueText.messageLimit else { return nil }
        let position = zip(expected, actual).prefix { $0 == $1 }.count
        let cut = LineCut.pair(expected, actual)
        return "first difference at character \(position + 1):\n- \(cut.expected)\n+ \(cut.actual)"
    }

    /// The lines, long ones cut: those in each other's place where they differ.
    private static func shortened(_ lines: [Line]) -> [Line] {
        guard lines.contains(where: { $0.text.utf8.count > LineCut.limit }) else { return lines }
        var result = lines
        var start = 0
        while start < lines.count {
            guard !lines[start].isCommon else {
                result[start].text = LineCut.end(lines[start].text)
                start += 1
                continue
            }
            let end = lines[start...].firstIndex(where: \.isCommon) ?? lines.count
            let removed = (start..<end).filter { lines[$0].mark == "- " }
            let inserted = (start..<end).filter { lines[$0].mark == "+ " }
            for index in start..<end { result[index].text = LineCut.end(lines[index].text) }
            for (one, other) in zip(removed, inserted) {
                (result[one].text, result[other].text) = LineCut.pair(lines[one].text, lines[other].text)
            }
            start = end
        }
        return result
    }

    /// Where two long values part.
    private static func firstDifference(_ expected: [String], _ actual: [String]) -> String {
        let position = zip(expected, actual).prefix { $0 == $1 }.count
        let missing = position < expected.count ? expected[position] : "(end)"
        let extra = position < actual.count ? actual[position] : "(end)"
        let cut = LineCut.pair(missing, extra)
        return "first difference at line \(position + 1):\n- \(cut.expected)\n+ \(cut.actual)"
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

    /// Adds the inserted lines that are at the position.
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
