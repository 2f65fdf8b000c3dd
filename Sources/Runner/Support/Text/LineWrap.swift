// SPDX-License-Identifier: MIT

/// Breaks long lines for a screen of some width, at spaces where there are any.
public enum LineWrap {
    /// The narrowest room for which text is broken: below it, breaking is no help.
    private static let leastRoom = 20

    /// The characters after which a long word is broken.
    private static let marks: Set<Character> = ["/", ".", ",", ":", ";", "(", ")", "[", "]", "=", "-", "_"]

    /// Whether a part of a name begins at a character: the capital letter of `testAddsUp`.
    private static func isHump(_ character: Character, after previous: Character?) -> Bool {
        character.isUppercase && previous?.isLowercase == true
    }

    /// The parts of a line that fit after a margin; the line itself where no width is known.
    ///
    /// The line is safe for a terminal already. No character is lost, except the space at which it is broken.
    public static func lines(_ text: String, width: Int?, margin: Int) -> [String] {
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
    /// That is before a space, or else after a mark between the parts of a long word, such as a path, or before a capital letter in a
    /// name.
    private static func end(of text: ArraySlice<Character>, room: Int) -> Int? {
        var (used, space, mark, hump): (Int, Int?, Int?, Int?) = (0, nil, nil, nil)
        // An indentation is no place to break at.
        let start = text.firstIndex { $0 != " " } ?? text.startIndex
        for index in text.indices {
            let columns = TerminalText.width(of: text[index])
            let previous = index > text.startIndex ? text[index - 1] : nil
            if used > room / 3, used <= room, isHump(text[index], after: previous) { hump = index }
            if used + columns > room, index > text.startIndex {
                if text[index] == " " { return index }
                guard let space else {
                    if isPlace(text[start...]) { return text[start...].firstIndex(of: " ") }
                    return mark ?? hump ?? index
                }
                // A word that does not fit a line of its own is broken here, if that fills the line better; a place is not.
                if isPlace(text[(space + 1)...]) { return space }
                let word = text[(space + 1)...].prefix { $0 != " " }
                let isLong = word.reduce(0) { $0 + TerminalText.width(of: $1) } > room
                return isLong && space - text.startIndex < room / 3 ? mark ?? hump ?? index : space
            }
            used += columns
            if text[index] == " ", index > start { space = index }
            if Self.marks.contains(text[index]), used > room / 3 { mark = index + 1 }
        }
        return nil
    }

    /// Whether a text begins with a place in a source, which is never broken: terminals make links of places.
    private static func isPlace(_ text: ArraySlice<Character>) -> Bool {
        let word = text.prefix { $0 != " " }
        guard word.contains("/"), let colon = word.lastIndex(of: ":") else { return false }
        let digits = word[(colon + 1)...]
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// A space at which `styled` breaks no line, and of which it makes a plain one.
    ///
    /// No text that is safe for a terminal has it.
    public static let glue: Character = "\u{1F}"

    /// The parts of a line that has colours, those after the first indented; the line itself where it fits, where no width is known, and
    /// where it is a command or one word, such as a path: these are copied.
    ///
    /// It is broken at spaces, and in words that are longer than a line, after marks. Colours go on in the next line.
    public static func styled(_ line: String, width: Int?) -> [String] {
        let plain = line.contains(glue) ? String(line.map { $0 == glue ? " " : $0 }) : line
        guard let width, line.utf8.count > width, !line.hasPrefix("repeat") else { return [plain] }
        // A place, of which terminals make a link.
        if !plain.drop(while: { $0 == " " }).contains(" ") { return [plain] }
        // A character with the sequences before it.
        var cells: [(text: String, columns: Int, isSpace: Bool, isMark: Bool, isHump: Bool)] = []
        var (sequence, previous): (String, Character?) = ("", nil)
        for character in line {
            if character == "\u{1B}" || !sequence.isEmpty && !sequence.hasSuffix("m") {
                sequence.append(character)
                continue
            }
            let shown = character == glue ? " " : character
            cells.append(
                (
                    sequence + String(shown), TerminalText.width(of: shown), character == " ",
                    marks.contains(character), isHump(character, after: previous)
                ))
            previous = character
            sequence = ""
        }
        if cells.reduce(0, { $0 + $1.columns }) <= width { return [plain] }
        let margin = min(cells.prefix { $0.isSpace }.count + 4, max(0, width - leastRoom))
        var (lines, start): ([String], Int) = ([], 0)
        var rest = cells[...]
        while !rest.isEmpty {
            let room = start == 0 ? width : max(1, width - margin)
            let end = Self.end(of: rest, room: room)
            let indentation = start == 0 ? "" : String(repeating: " ", count: margin)
            lines.append(indentation + rest[..<end].map(\.text).joined())
            rest = rest[end...]
            // The space at which it is broken; what it has of colour stays.
            if let first = rest.first, first.isSpace {
                lines[lines.count - 1] += String(first.text.dropLast())
                rest = rest.dropFirst()
            }
            start = end
        }
        lines[lines.count - 1] += sequence
        return lines
    }

    /// Where the first part of some characters ends that fits a room: before a space, or else after a mark, or before a capital letter
    /// in a name, or else where it is full.
    private static func end(
        of cells: ArraySlice<(text: String, columns: Int, isSpace: Bool, isMark: Bool, isHump: Bool)>, room: Int
    ) -> Int {
        var (used, space, mark, hump): (Int, Int?, Int?, Int?) = (0, nil, nil, nil)
        let indentation = cells.prefix { $0.isSpace }.endIndex
        for index in cells.indices {
            if cells[index].isHump, used > room / 3, used <= room { hump = index }
            if used + cells[index].columns > room, index > cells.startIndex {
                if cells[index].isSpace { return index }
                // A path is not broken, wherever it is, so that it can be copied.
                let start = max(space.map { $0 + 1 } ?? indentation, cells.startIndex)
                if cells[start].text.hasSuffix("/") {
                    return space ?? cells[start...].firstIndex(where: \.isSpace) ?? cells.endIndex
                }
                // A word that would leave most of the line empty is broken.
                if let space, space - cells.startIndex >= room / 3 || mark == nil { return space }
                return mark ?? space ?? hump ?? index
            }
            used += cells[index].columns
            if cells[index].isSpace, index >= indentation { space = index }
            if cells[index].isMark, used > room / 3 { mark = index + 1 }
        }
        return cells.endIndex
    }
}
