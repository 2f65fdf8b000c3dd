/// Makes any text fit for an HTML page.
enum HTMLText {
    /// A text between tags or between double quotes.
    ///
    /// What is hidden, or turns the reading direction, is written as `\u{1B}`.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where TerminalText.isHidden(scalar):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// JSON that may stand in a script element: no character is left by which a reader of HTML could see its end or a
    /// comment.
    static func json(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + text.utf8.count / 16)
        for byte in text.utf8 {
            // In JSON these three stand within strings only.
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
