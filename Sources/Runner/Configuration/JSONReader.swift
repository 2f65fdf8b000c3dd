/// Reads JSON (RFC 8259) strictly, and keeps where each value stands; the host has no Foundation to do it, and that
/// would not say.
///
/// Beyond the grammar it refuses two members of one name, and nesting that nobody writes.
struct JSONReader {
    /// A text that is no JSON.
    struct Fault: Error, Equatable {
        /// Where.
        let position: JSONNode.Position
        /// The expectation and the actual text.
        let reason: String
    }

    /// How deep arrays and objects may lie in each other: a file must not end the process.
    private static let depthLimit = 64

    /// The text.
    private let scalars: [Unicode.Scalar]
    /// The next of them.
    private var next = 0
    /// Where that stands.
    private var position = JSONNode.Position()
    /// How many arrays and objects are open.
    private var depth = 0

    /// Reads a text of one value.
    static func read(_ bytes: [UInt8]) throws(Fault) -> JSONNode {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(position: lastGood(bytes), reason: "the file is not UTF-8")
        }
        var reader = JSONReader(Array(text.unicodeScalars))
        reader.passSpace()
        let node = try reader.readValue()
        reader.passSpace()
        if reader.peek != nil { throw reader.fault("expected the end of the file, got \(reader.found)") }
        return node
    }

    /// Starts at a text's beginning.
    private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// Where the bytes stop being UTF-8.
    private static func lastGood(_ bytes: [UInt8]) -> JSONNode.Position {
        var position = JSONNode.Position()
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard String(validating: line, as: UTF8.self) != nil else {
                let good = line.indices.last { String(validating: line[..<$0], as: UTF8.self) != nil }
                let before = String(decoding: line[..<(good ?? line.startIndex)], as: UTF8.self)
                position.column = before.unicodeScalars.count + 1
                return position
            }
            position.line += 1
        }
        return position
    }

    // MARK: Characters

    /// The next character; nil at the end.
    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    /// The next character, as a message shows it.
    private var found: String {
        guard let scalar = peek else { return "the end of the file" }
        if scalar.value == 0xFEFF { return "a byte order mark" }
        return scalar.value < 0x20 ? "the control character \(scalar.value)" : "'\(scalar)'"
    }

    /// What is wrong here.
    private func fault(_ reason: String) -> Fault { Fault(position: position, reason: reason) }

    /// Takes the next character.
    private mutating func advance() {
        if scalars[next] == "\n" {
            position.line += 1
            position.column = 1
        } else {
            position.column += 1
        }
        next += 1
    }

    /// Takes a character if it is the next one.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        advance()
        return true
    }

    /// Passes over what may stand between values.
    private mutating func passSpace() {
        while let scalar = peek, scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" { advance() }
    }

    // MARK: Values

    /// A value.
    private mutating func readValue() throws(Fault) -> JSONNode {
        let start = position
        switch peek {
        case "{": return JSONNode(value: .object(try readObject()), position: start)
        case "[": return JSONNode(value: .array(try readArray()), position: start)
        case "\"": return JSONNode(value: .string(try readString()), position: start)
        case "t": return JSONNode(value: try readWord("true", .boolean(true)), position: start)
        case "f": return JSONNode(value: try readWord("false", .boolean(false)), position: start)
        case "n": return JSONNode(value: try readWord("null", .null), position: start)
        case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
            return JSONNode(value: .number(try readNumber()), position: start)
        default: throw fault("expected a value, got \(found)")
        }
    }

    /// A word that stands for a value.
    private mutating func readWord(_ word: String, _ value: JSONNode.Value) throws(Fault) -> JSONNode.Value {
        for scalar in word.unicodeScalars {
            if !take(scalar) { throw fault("expected '\(word)', got \(found)") }
        }
        return value
    }

    /// Opens an array or an object.
    private mutating func open() throws(Fault) {
        depth += 1
        if depth > Self.depthLimit { throw fault("more than \(Self.depthLimit) values lie in each other") }
        advance()
        passSpace()
    }

    /// An array's values.
    private mutating func readArray() throws(Fault) -> [JSONNode] {
        try open()
        defer { depth -= 1 }
        var values: [JSONNode] = []
        if take("]") { return values }
        while true {
            values.append(try readValue())
            passSpace()
            if take("]") { return values }
            if !take(",") { throw fault("expected ',' or ']', got \(found)") }
            passSpace()
        }
    }

    /// An object's members.
    private mutating func readObject() throws(Fault) -> [JSONNode.Member] {
        try open()
        defer { depth -= 1 }
        var members: [JSONNode.Member] = []
        var names: Set<[UInt8]> = []
        if take("}") { return members }
        while true {
            let start = position
            guard peek == "\"" else { throw fault("expected a name in quotation marks, got \(found)") }
            let name = try readString()
            // By bytes: names that only look alike are two.
            guard names.insert(Array(name.utf8)).inserted else {
                throw Fault(position: start, reason: "'\(name)' stands here for the second time")
            }
            passSpace()
            if !take(":") { throw fault("expected ':', got \(found)") }
            passSpace()
            members.append(JSONNode.Member(name: name, position: start, value: try readValue()))
            passSpace()
            if take("}") { return members }
            if !take(",") { throw fault("expected ',' or '}', got \(found)") }
            passSpace()
        }
    }

    // MARK: Numbers and texts

    /// A number, as it is written.
    private mutating func readNumber() throws(Fault) -> String {
        let start = next
        _ = take("-")
        if !take("0") { try readDigits() }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits()
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<next])
        return text
    }

    /// One digit or more.
    private mutating func readDigits() throws(Fault) {
        let start = next
        while let scalar = peek, ("0"..."9").contains(scalar) { advance() }
        if next == start { throw fault("expected a digit, got \(found)") }
    }

    /// A text between quotation marks.
    private mutating func readString() throws(Fault) -> String {
        advance()
        var text = ""
        while true {
            guard let scalar = peek, scalar.value >= 0x20 else {
                throw fault("expected the text's closing quotation mark, got \(found)")
            }
            if take("\"") { return text }
            if scalar == "\\" {
                text.unicodeScalars.append(try readEscape())
            } else {
                text.unicodeScalars.append(scalar)
                advance()
            }
        }
    }

    /// A character behind a backslash.
    private mutating func readEscape() throws(Fault) -> Unicode.Scalar {
        let start = position
        advance()
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
        ]
        if let scalar = peek, let meant = plain[scalar] {
            advance()
            return meant
        }
        if !take("u") { throw fault("expected one of \" \\ / b f n r t u behind a backslash, got \(found)") }
        let first = try readUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Two escapes for one character beyond the first 65,536.
        if first < 0xDC00, take("\\"), take("u") {
            let second = try readUnit()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw Fault(position: start, reason: "half of a surrogate pair is no character")
    }

    /// Four hexadecimal digits.
    private mutating func readUnit() throws(Fault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = peek, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw fault("expected a hexadecimal digit, got \(found)")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }
}
