// SPDX-License-Identifier: MIT

import RunnerSupport

/// An issue's details for a terminal: foreign text made safe and broken to the width, a difference in colours.
struct DetailLines {
    /// The beginnings of the heading of a difference.
    private static let headings = ["difference (- expected, + actual", "first difference at "]

    /// More spaces than these at the beginning of a line are taken as text.
    private static let mostIndentation = 8

    /// Colours, or none.
    let style: Style
    /// The screen's width, where one is known.
    let width: Int?
    /// The spaces before each line.
    let margin: String

    /// Returns the lines of a text, without the empty ones at its end.
    func of(_ text: String) -> [String] {
        // To Swift, a carriage return and a line feed are one character.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        var isDifference = false
        return lines.flatMap { line -> [String] in
            if Self.headings.contains(where: { line.hasPrefix($0) }) {
                isDifference = true
                return self.lines(line[...], style.dim)
            }
            if isDifference, line.hasPrefix("- ") { return marked(line, style.green) }
            if isDifference, line.hasPrefix("+ ") { return marked(line, style.red) }
            return isDifference && line.hasPrefix("  ") ? marked(line) { $0 } : self.lines(line[...]) { $0 }
        }
    }

    /// Returns the lines of a line of a difference; broken parts repeat the mark.
    private func marked(_ line: Substring, _ paint: (String) -> String) -> [String] {
        let (mark, rest) = (line.prefix(2), TerminalText.line(String(line.dropFirst(2))))
        return LineWrap.lines(rest, width: width, margin: margin.count + 2).map { margin + paint(mark + $0) }
    }

    /// Returns the lines of any other line; broken parts are indented further than it, to distinguish a frame of a backtrace
    /// from the rest of the one before.
    private func lines(_ line: Substring, _ paint: (String) -> String) -> [String] {
        let text = TerminalText.line(String(line))
        let indentation = String(text.prefix { $0 == " " }.prefix(Self.mostIndentation))
        let further = indentation + "  "
        let parts = LineWrap.lines(
            String(text.dropFirst(indentation.count)), width: width, margin: margin.count + further.count)
        return parts.enumerated().map { margin + ($0.offset == 0 ? indentation : further) + paint($0.element) }
    }
}
