// SPDX-License-Identifier: MIT

/// A value in a text of JSON that another library wrote; TestKit does without Foundation.
enum JSONText {
    /// An object.
    case object([String: JSONText])
    /// An array.
    case array([JSONText])
    /// A text.
    case string(String)
    /// A number.
    case number(Double)
    /// A truth value.
    case bool(Bool)
    /// Nothing.
    case null

    /// The value of an object's key; nil for other values, and without it.
    subscript(_ key: String) -> JSONText? {
        if case .object(let entries) = self { entries[key] } else { nil }
    }

    /// The text; nil for other values.
    var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The number; nil for other values.
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The truth value; nil for other values.
    var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// The elements of an array; none of other values.
    var elements: [JSONText] { if case .array(let elements) = self { elements } else { [] } }

    /// Reads a text; nil if it is no JSON, or nests too deep.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = Reader(bytes: bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        self = value
    }

    /// Reads values from bytes.
    private struct Reader {
        /// The text.
        let bytes: UnsafeRawBufferPointer
        /// The next byte.
        var position = 0

        /// The next byte that is no white space, not taken.
        private mutating func next() -> UInt8? {
            while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
            return position < bytes.count ? bytes[position] : nil
        }

        /// Takes a byte if it is the next one.
        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next() == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Reads a value.
        mutating func value(depth: Int) -> JSONText? {
            guard depth < 64, let first = next() else { return nil }
            switch first {
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case UInt8(ascii: "\""): return text().map { .string($0) }
            default: return word()
            }
        }

        /// Reads an object.
        private mutating func object(depth: Int) -> JSONText? {
            guard take("{") else { return nil }
            var entries: [String: JSONText] = [:]
            if take("}") { return .object(entries) }
            repeat {
                guard next() == UInt8(ascii: "\""), let key = text(), take(":"), let value = value(depth: depth + 1)
                else { return nil }
                entries[key] = value
            } while take(",")
            return take("}") ? .object(entries) : nil
        }

        /// Reads an array.
        private mutating func array(depth: Int) -> JSONText? {
            guard take("[") else { return nil }
            var elements: [JSONText] = []
            if take("]") { return .array(elements) }
            repeat {
                guard let value = value(depth: depth + 1) else { return nil }
                elements.append(value)
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        /// Reads a number or a name.
        private mutating func word() -> JSONText? {
            let start = position
            while position < bytes.count, !" ,]}\n\r\t".utf8.contains(bytes[position]) { position += 1 }
            switch String(decoding: bytes[start..<position], as: UTF8.self) {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            case let word: return Double(word).map { .number($0) }
            }
        }

        /// Reads a text in quotes.
        private mutating func text() -> String? {
            position += 1
            var units: [UInt16] = []
            var plain = position
            /// Keeps the bytes that represent themselves.
            func keep(_ end: Int) { units += String(decoding: bytes[plain..<end], as: UTF8.self).utf16 }
            while position < bytes.count {
                let byte = bytes[position]
                if byte == UInt8(ascii: "\"") {
                    keep(position)
                    position += 1
                    return String(decoding: units, as: UTF16.self)
                }
                position += 1
                guard byte == UInt8(ascii: "\\") else { continue }
                keep(position - 1)
                guard let unit = escape() else { return nil }
                units.append(unit)
                plain = position
            }
            return nil
        }

        /// Reads what follows a backslash.
        private mutating func escape() -> UInt16? {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "n"): return 10
            case UInt8(ascii: "r"): return 13
            case UInt8(ascii: "t"): return 9
            case UInt8(ascii: "b"): return 8
            case UInt8(ascii: "f"): return 12
            case UInt8(ascii: "u"):
                guard position + 4 <= bytes.count else { return nil }
                defer { position += 4 }
                return UInt16(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
            default: return UInt16(byte)
            }
        }
    }
}
