// SPDX-License-Identifier: MIT

/// Text in which nothing hides: what cannot be seen, or looks like something else, as a literal's escape.
enum VisibleText {
    /// Some lines, with escapes if any of them needs one; then backslashes are doubled in all, as in a literal, so that no
    /// escape is mistaken for what is in the text.
    static func lines(_ expected: [String], _ actual: [String]) -> (
        expected: [String], actual: [String], isEscaped: Bool
    ) {
        guard (expected + actual).contains(where: needsEscape) else { return (expected, actual, false) }
        return (expected.map(escaped), actual.map(escaped), true)
    }

    /// A character as it is shown in a text whose backslashes are doubled already: itself, or an escape.
    static func shown(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        if scalars.count == 1, let only = scalars.first {
            return isInvisible(only) || isMark(only) ? escape(only) : String(only)
        }
        // Joiners and selectors are part of an emoji, and marks of the letter before them.
        if scalars.contains(where: \.properties.isEmojiPresentation) { return String(character) }
        return scalars.enumerated().map { place, scalar in
            isInvisible(scalar) || place == 0 && isMark(scalar) ? escape(scalar) : String(scalar)
        }.joined()
    }

    /// Whether a line has something that cannot be seen, or ends in a space.
    private static func needsEscape(_ line: String) -> Bool {
        if line.utf8.last == UInt8(ascii: " ") { return true }
        if line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
        return line.contains { shown($0) != String($0) }
    }

    /// A line as the inside of a literal.
    private static func escaped(_ line: String) -> String {
        let body = line.reversed().drop { $0 == " " }.reversed()
        let spaces = String(repeating: "\\u{20}", count: line.count - body.count)
        return body.map { $0 == "\\" ? "\\\\" : shown($0) }.joined() + spaces
    }

    /// Whether a scalar shows nothing, or what another one shows.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        case .spaceSeparator: scalar != " "
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a scalar shows on the letter before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    /// A scalar as a literal writes it.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t": "\\t"
        case "\r": "\\r"
        case "\n": "\\n"
        case "\0": "\\0"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}
