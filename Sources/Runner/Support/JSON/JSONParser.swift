// SPDX-License-Identifier: MIT

/// Takes a JSON text apart, value by value; the text is known to be UTF-8.
struct JSONParser {
    /// The fault of a text.
    typealias Fault = JSONText.Fault

    /// The text, and what is around it.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset after the text.
    private let end: Int
    /// The offset of the next byte.
    private var next: Int
    /// The number of arrays and objects that are open.
    private var depth = 0
    /// The values so far.
    private(set) var tokens: [JSONText.Token]

    /// The number of an object's names up to which they are compared one by one.
    private static let comparedNames = 16

    /// Starts at a text's beginning; the tokens are empty, and have room.
    init(bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>, tokens: [JSONText.Token]) {
        self.bytes = bytes
        (next, end) = (range.lowerBound, range.upperBound)
        self.tokens = tokens
    }

    /// Reads all of it.
    mutating func parse() throws(Fault) {
        passSpace()
        try readValue()
        passSpace()
        if next < end { throw fault("expected the end of the file, got \(found)") }
    }

    // MARK: Characters

    /// The next byte; 0, which is nowhere in JSON, at the end.
    private var peek: UInt8 { next < end ? bytes[next] : 0 }

    /// The next character, as a message shows it.
    private var found: String {
        guard next < end else { return "the end of the file" }
        let character = String(decoding: bytes[next..<min(end, next + 4)], as: UTF8.self).unicodeScalars.first ?? "?"
        if character.value == 0xFEFF { return "a byte order mark" }
        return character.value < 0x20 ? "the control character \(character.value)" : "'\(character)'"
    }

    /// Returns a fault at the current position.
    private func fault(_ reason: String) -> Fault { Fault(offset: next, reason: reason) }

    /// Takes a byte if it is the next one.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next < end, bytes[next] == byte else { return false }
        next += 1
        return true
    }

    /// Passes over what may be between values.
    private mutating func passSpace() {
        while next < end, bytes[next] == 0x20 || bytes[next] == 0x0A || bytes[next] == 0x09 || bytes[next] == 0x0D {
            next += 1
        }
    }

    // MARK: Values

    /// A value.
    private mutating func readValue() throws(Fault) {
        switch peek {
        case UInt8(ascii: "{"): try readObject()
        case UInt8(ascii: "["): try readArray()
        case UInt8(ascii: "\""): try readString()
        case UInt8(ascii: "t"): try readWord("true", .yes)
        case UInt8(ascii: "f"): try readWord("false", .no)
        case UInt8(ascii: "n"): try readWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        default: throw fault("expected a value, got \(found)")
        }
    }

    /// Notes a value that contains no others.
    private mutating func note(_ kind: JSONText.Kind, from start: Int, to end: Int) {
        tokens.append(
            JSONText.Token(kind: kind, start: Int32(start), end: Int32(end), next: Int32(tokens.count + 1)))
    }

    /// A word that represents a value.
    private mutating func readWord(_ word: StaticString, _ kind: JSONText.Kind) throws(Fault) {
        let start = next
        for index in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[index]) {
            throw fault("expected '\(word)', got \(found)")
        }
        note(kind, from: start, to: next)
    }

    /// Opens an array or an object; returns its token.
    private mutating func open(_ kind: JSONText.Kind) throws(Fault) -> Int {
        depth += 1
        if depth > JSONText.depthLimit {
            throw fault("values are nested more than \(JSONText.depthLimit) deep")
        }
        note(kind, from: next, to: next)
        next += 1
        passSpace()
        return tokens.count - 1
    }

    /// Closes what was opened.
    private mutating func close(_ index: Int) {
        depth -= 1
        tokens[index].end = Int32(next)
        tokens[index].next = Int32(tokens.count)
    }

    /// An array's values.
    private mutating func readArray() throws(Fault) {
        let index = try open(.array)
        if take(UInt8(ascii: "]")) { return close(index) }
        while true {
            try readValue()
            passSpace()
            if take(UInt8(ascii: "]")) { return close(index) }
            if !take(UInt8(ascii: ",")) { throw fault("expected ',' or ']', got \(found)") }
            passSpace()
        }
    }

    /// An object's members.
    private mutating func readObject() throws(Fault) {
        let index = try open(.object)
        var (count, names) = (0, Set<[UInt8]>())
        if take(UInt8(ascii: "}")) { return close(index) }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw fault("expected a name in quotation marks, got \(found)") }
            let name = tokens.count
            try readString()
            count += 1
            try checkName(name, of: index, count, &names)
            passSpace()
            if !take(UInt8(ascii: ":")) { throw fault("expected ':', got \(found)") }
            passSpace()
            try readValue()
            passSpace()
            if take(UInt8(ascii: "}")) { return close(index) }
            if !take(UInt8(ascii: ",")) { throw fault("expected ',' or '}', got \(found)") }
            passSpace()
        }
    }

    // MARK: Names

    /// Refuses a name that an object has already; by bytes, so that names that only look alike are two.
    ///
    /// A few are compared, many are looked up: the time stays in proportion to the text.
    private func checkName(_ name: Int, of object: Int, _ count: Int, _ names: inout Set<[UInt8]>) throws(Fault) {
        var isNew = true
        if count <= Self.comparedNames {
            var other = object + 1
            while other < name, isNew {
                isNew = !isSame(tokens[other], tokens[name])
                other = Int(tokens[other + 1].next)
            }
        } else {
            if names.isEmpty {
                var other = object + 1
                while other < name {
                    names.insert(text(tokens[other]))
                    other = Int(tokens[other + 1].next)
                }
            }
            isNew = names.insert(text(tokens[name])).inserted
        }
        if isNew { return }
        let words = String(decoding: text(tokens[name]), as: UTF8.self)
        throw Fault(offset: Int(tokens[name].start) - 1, reason: "'\(words)' is a duplicate member")
    }

    /// Whether two texts are the same.
    private func isSame(_ left: JSONText.Token, _ right: JSONText.Token) -> Bool {
        if left.kind == .escaped || right.kind == .escaped { return text(left) == text(right) }
        let count = Int(left.end - left.start)
        guard right.end - right.start == left.end - left.start else { return false }
        for offset in 0..<count where bytes[Int(left.start) + offset] != bytes[Int(right.start) + offset] {
            return false
        }
        return true
    }

    /// A text's bytes as they are meant.
    private func text(_ token: JSONText.Token) -> [UInt8] { Self.text(token, in: bytes) }

    /// The bytes of a text that was read, as they are meant.
    static func text(_ token: JSONText.Token, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var parser = JSONParser(bytes: bytes, range: Int(token.start)..<Int(token.end), tokens: [])
        var result: [UInt8] = []
        while parser.next < parser.end {
            // It was read before: there is no fault.
            if parser.peek == UInt8(ascii: "\\"), let scalar = try? parser.readEscape() {
                result += Array(String(Character(scalar)).utf8)
            } else {
                result.append(parser.peek)
                parser.next += 1
            }
        }
        return result
    }

    // MARK: Numbers and texts

    /// A number.
    private mutating func readNumber() throws(Fault) {
        let start = next
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try readDigits() }
        if take(UInt8(ascii: ".")) { try readDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try readDigits()
        }
        note(.number, from: start, to: next)
    }

    /// Reads one or more digits.
    private mutating func readDigits() throws(Fault) {
        let start = next
        while next < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[next]) { next += 1 }
        if next == start { throw fault("expected a digit, got \(found)") }
    }

    /// A text between quotation marks.
    private mutating func readString() throws(Fault) {
        next += 1
        let (start, text) = (next, UnsafeBufferPointer(rebasing: bytes[..<end]))
        var kind = JSONText.Kind.string
        while true {
            next += PlainText.count(text, from: next)
            guard next < end else { break }
            let byte = bytes[next]
            if byte == UInt8(ascii: "\"") {
                note(kind, from: start, to: next)
                next += 1
                return
            }
            if byte < 0x20 { break }
            if byte == UInt8(ascii: "\\") {
                kind = .escaped
                _ = try readEscape()
            } else {
                next += 1
            }
        }
        throw fault("expected the text's closing quotation mark, got \(found)")
    }

    /// A character after a backslash.
    private mutating func readEscape() throws(Fault) -> Unicode.Scalar {
        let start = next
        next += 1
        let plain: Unicode.Scalar? =
            switch peek {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(peek)
            case UInt8(ascii: "b"): "\u{8}"
            case UInt8(ascii: "f"): "\u{c}"
            case UInt8(ascii: "n"): "\n"
            case UInt8(ascii: "r"): "\r"
            case UInt8(ascii: "t"): "\t"
            default: nil
            }
        if let plain {
            next += 1
            return plain
        }
        if !take(UInt8(ascii: "u")) {
            throw fault("expected one of \" \\ / b f n r t u after a backslash, got \(found)")
        }
        let first = try readUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Two escapes for one character beyond the first 65,536.
        if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try readUnit()
            let pair = (0xDC00..<0xE000).contains(second) ? 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00) : first
            if let scalar = Unicode.Scalar(pair) { return scalar }
        }
        throw Fault(offset: start, reason: "a surrogate without its other half is not a character")
    }

    /// Four hexadecimal digits.
    private mutating func readUnit() throws(Fault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(peek)).hexDigitValue else {
                throw fault("expected a hexadecimal digit, got \(found)")
            }
            value = value << 4 | UInt32(digit)
            next += 1
        }
        return value
    }
}
