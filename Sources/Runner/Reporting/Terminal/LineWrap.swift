// SPDX-License-Identifier: MIT

/// Breaks long lines for a screen of some width, at spaces where there are any.
enum LineWrap {
    /// The narrowest room that text is broken for: below it, breaking helps nobody.
    private static let leastRoom = 20

    /// The parts of a line that fit behind a margin; the line itself where no width is known.
    ///
    /// The line is safe for a terminal already. No character is lost, except the space at which it is broken.
    static func lines(_ text: String, width: Int?, margin: Int) -> [String] {
        guard let width else { return [text] }
        let room = max(leastRoom, width - margin)
        if TerminalText.columns(of: text) <= room { return [text] }
        var (lines, current, used): ([String], [Character], Int) = ([], [], 0)
        /// The position in `current` behind its last space, and the columns up to there.
        var (breakAt, columnsThere) = (0, 0)
        for character in text {
            let columns = TerminalText.width(of: character)
            if used + columns > room {
                // A space near the beginning, an indentation say, is no place to break at.
                if character == " " {
                    lines.append(String(current))
                    (current, used, breakAt) = ([], 0, 0)
                    continue
                }
                let isAtSpace = columnsThere > room / 3 && breakAt > 0
                let end = isAtSpace ? breakAt - 1 : current.count
                lines.append(String(current[..<end]))
                current = isAtSpace ? Array(current[breakAt...]) : []
                used = isAtSpace ? used - columnsThere : 0
                (breakAt, columnsThere) = (0, 0)
            }
            current.append(character)
            used += columns
            if character == " " { (breakAt, columnsThere) = (current.count, used) }
        }
        return current.isEmpty ? lines : lines + [String(current)]
    }
}
