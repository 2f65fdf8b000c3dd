// SPDX-License-Identifier: MIT

/// Makes foreign text safe for a terminal: nothing in a name or a message moves the cursor, changes the colour, or
/// turns the reading direction of what follows.
public enum TerminalText {
    /// A text as one line: what is not plain to see is written as an escape, `\n` and `\u{1B}`.
    public static func line(_ text: String) -> String {
        if isPlain(text.utf8) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "    "
            case _ where isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a text is plain to see on any terminal: ASCII without control characters.
    public static func isPlain(_ text: some Sequence<UInt8>) -> Bool {
        let answer = text.withContiguousStorageIfAvailable { bytes in
            // All of them, without a way out: the compiler takes many at a time.
            var others: UInt8 = 0
            for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
            return others == 0
        }
        return answer ?? text.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether a scalar does something other than show itself.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        // The joiners that emoji and several scripts need are format characters as well; they only affect their neighbours.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    /// A line that fits some columns; where something is cut off, an ellipsis says so.
    public static func truncated(_ line: String, to columns: Int) -> String {
        if line.utf8.count <= columns { return line }
        var (result, used, end) = ("", 0, "")
        for character in line {
            let width = self.width(of: character)
            if used + width > columns { return end + (columns > 0 ? "…" : "") }
            if used + width <= columns - 1 { end = result + String(character) }
            result.append(character)
            used += width
        }
        return result
    }

    /// The number of columns of a line.
    public static func columns(of line: String) -> Int {
        if line.utf8.allSatisfy({ $0 < 0x80 }) { return line.utf8.count }
        return line.reduce(0) { $0 + width(of: $1) }
    }

    /// The end of a line that takes more than some columns, with an ellipsis before it.
    public static func lastColumns(of line: String, _ columns: Int) -> String {
        var (result, used): ([Character], Int) = ([], 1)
        for character in line.reversed() {
            used += width(of: character)
            if used > columns { break }
            result.append(character)
        }
        return "…" + String(result.reversed())
    }

    /// The number of columns of a character: East Asian wide ones and emoji have two, by the blocks that terminals agree on.
    static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark ? 0 : 1
        }
    }
}
