// SPDX-License-Identifier: MIT

/// Makes any text fit for XML 1.0.
public enum XMLText {
    /// A text between tags.
    ///
    /// Characters that XML cannot hold, such as most control characters, are written as `\u{1B}`.
    public static func content(_ text: String) -> String { escape(text) { $0 == "\n" || $0 == "\t" } }

    /// A text between double quotes; line feeds and tabs survive a reader's normalisation.
    public static func attribute(_ text: String) -> String { escape(text) { _ in false } }

    /// Escapes everything that is not plain; of the white-space controls, all but those that may be as they are.
    private static func escape(_ text: String, _ mayStand: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x09, 0x0A, 0x0D:
                if mayStand(scalar) { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
            case 0x00...0x1F, 0xFFFE, 0xFFFF:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            // Allowed, but XML discourages them, and some terminals obey them.
            case 0x7F...0x9F: result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
