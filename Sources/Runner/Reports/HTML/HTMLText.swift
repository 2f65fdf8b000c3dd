// SPDX-License-Identifier: MIT

import RunnerSupport

/// Escapes text for an HTML page.
enum HTMLText {
    /// A text between tags.
    static func escaped(_ text: String) -> String { XMLWriter.escaped(visible(text)) }

    /// A text in which invisible characters, and those that change the reading direction, are written as `\u{1B}`.
    static func visible(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" || !TerminalText.isHidden(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result
    }

    /// JSON for a script element, without any character that an HTML parser could take for the element's end or for a
    /// comment.
    static func json(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + text.utf8.count / 16)
        for byte in text.utf8 {
            // In JSON these three occur only inside strings.
            switch byte {
            case UInt8(ascii: "<"): result += Array("\\u003c".utf8)
            case UInt8(ascii: ">"): result += Array("\\u003e".utf8)
            case UInt8(ascii: "&"): result += Array("\\u0026".utf8)
            // U+2028 and U+2029 end a line of a script, though not of JSON.
            case 0xA8 where result.suffix(2) == [0xE2, 0x80]:
                result.removeLast(2)
                result += Array("\\u2028".utf8)
            case 0xA9 where result.suffix(2) == [0xE2, 0x80]:
                result.removeLast(2)
                result += Array("\\u2029".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
