// SPDX-License-Identifier: MIT

/// Breaks long lines for a screen of some width, at spaces where there are any.
enum LineWrap {
    /// The narrowest room that text is broken for: below it, breaking helps nobody.
    private static let leastRoom = 20

    /// The characters behind which a long word is broken.
    private static let marks: Set<Character> = ["/", ".", ",", ":", ";", "(", ")", "[", "]", "=", "-", "_"]

    /// The parts of a line that fit behind a margin; the line itself where no width is known.
    ///
    /// The line is safe for a terminal already. No character is lost, except the space at which it is broken.
    static func lines(_ text: String, width: Int?, margin: Int) -> [String] {
        guard let width else { return [text] }
        let room = max(leastRoom, width - margin)
        if TerminalText.columns(of: text) <= room { return [text] }
        var lines: [String] = []
        var rest = Array(text)[...]
        while let end = Self.end(of: rest, room: room) {
            lines.append(String(rest[..<end]))
            rest = rest[end...]
            // The space at which it is broken.
            if rest.first == " " { rest = rest.dropFirst() }
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    /// Returns where the first part of some characters ends, of which at least one; nil if all of them fit.
    ///
    /// That is before a space, or else behind a mark between the parts of a long word, such as a path.
    private static func end(of text: ArraySlice<Character>, room: Int) -> Int? {
        var (used, space, mark): (Int, Int?, Int?) = (0, nil, nil)
        // An indentation is no place to break at.
        let start = text.firstIndex { $0 != " " } ?? text.startIndex
        for index in text.indices {
            let columns = TerminalText.width(of: text[index])
            if used + columns > room, index > text.startIndex {
                if text[index] == " " { return index }
                guard let space else { return mark ?? index }
                // A word that does not fit a line of its own is broken here, if that fills the line better.
                let word = text[(space + 1)...].prefix { $0 != " " }
                let isLong = word.reduce(0) { $0 + TerminalText.width(of: $1) } > room
                return isLong && space - text.startIndex < room / 3 ? mark ?? index : space
            }
            used += columns
            if text[index] == " ", index > start { space = index }
            if Self.marks.contains(text[index]), used > room / 3 { mark = index + 1 }
        }
        return nil
    }
}
