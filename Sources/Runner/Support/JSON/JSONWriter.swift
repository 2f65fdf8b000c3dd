// SPDX-License-Identifier: MIT

/// Writes JSON text, in the order of its calls; the host does without Foundation.
public struct JSONWriter {
    /// The memory, of which the first bytes are the text: to write them by a pointer is quicker than to append them.
    private var memory: [UInt8] = []
    /// The size of the text, in bytes.
    private var count = 0
    /// Whether the next value needs a comma before it.
    private var needsComma = false

    /// Starts with the defaults.
    public init() {}

    /// The text written so far, in UTF-8.
    public var bytes: ArraySlice<UInt8> { memory[..<count] }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Starts anew, with the memory that it has.
    public mutating func clear() { (count, needsComma) = (0, false) }

    /// Appends so many bytes, which a function writes.
    @inline(__always)
    private mutating func append(_ size: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
        if memory.count - count < size { grow(size) }
        let start = count
        memory.withUnsafeMutableBufferPointer { memory in
            if let base = memory.baseAddress { write(base + start) }
        }
        count += size
    }

    /// Makes room for some bytes more.
    @inline(never)
    private mutating func grow(_ size: Int) {
        memory += [UInt8](repeating: 0, count: max(size, memory.count, 256))
    }

    /// Appends a byte.
    @inline(__always)
    private mutating func append(_ byte: UInt8) { append(1) { $0.pointee = byte } }

    /// Appends bytes that are side by side.
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        append(bytes.count) { $0.update(from: source, count: bytes.count) }
    }

    /// Appends JSON as it is.
    private mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal.
    private mutating func append(number: UInt64) {
        var (digits, limit) = (1, UInt64(10))
        while digits < 20, number >= limit {
            digits += 1
            limit = digits < 20 ? limit * 10 : .max
        }
        append(fraction: number, digits: digits)
    }

    /// Appends a number with zeros before it, in so many digits.
    private mutating func append(fraction: UInt64, digits: Int) {
        append(digits) { place in
            var rest = fraction
            for digit in (0..<digits).reversed() {
                place[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }

    /// Writes the comma before a value, if it needs one.
    private mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Opens an object.
    public mutating func beginObject() {
        separate()
        append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Closes an object.
    public mutating func endObject() {
        append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Opens an array.
    public mutating func beginArray() {
        separate()
        append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Closes an array.
    public mutating func endArray() {
        append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// A member's name, which needs no escapes; its value follows.
    public mutating func key(_ name: StaticString) {
        let (comma, length) = (needsComma ? 1 : 0, name.utf8CodeUnitCount)
        append(comma + length + 3) { place in
            place[0] = UInt8(ascii: ",")
            place[comma] = UInt8(ascii: "\"")
            (place + comma + 1).update(from: name.utf8Start, count: length)
            place[comma + length + 1] = UInt8(ascii: "\"")
            place[comma + length + 2] = UInt8(ascii: ":")
        }
        needsComma = false
    }

    /// A member that is a text, or null.
    public mutating func member(_ name: StaticString, _ value: String?) {
        key(name)
        element(value)
    }

    /// A member that is a number.
    public mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        element(value)
    }

    /// A member that is true or false.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        separate()
        append(value ? "true" : "false")
    }

    /// A member that is a time in seconds, given in nanoseconds; all nine decimals are written.
    public mutating func member(_ name: StaticString, nanoseconds: UInt64) {
        key(name)
        separate()
        append(number: nanoseconds / 1_000_000_000)
        append(UInt8(ascii: "."))
        append(fraction: nanoseconds % 1_000_000_000, digits: 9)
    }

    /// A member that is an array of texts.
    public mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { element(value) }
        endArray()
    }

    /// A member whose value is JSON already.
    public mutating func member(_ name: StaticString, json: String) {
        key(name)
        separate()
        var json = json
        json.withUTF8 { append($0) }
    }

    /// A member that is an object, whose members are written by a function.
    public mutating func object(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
        key(name)
        beginObject()
        write(&self)
        endObject()
    }

    /// A member that is an array of objects, of each of which the members are written by a function.
    public mutating func objects<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        array(name, elements) { json, element in
            json.beginObject()
            write(&json, element)
            json.endObject()
        }
    }

    /// A member that is an array, of which each element is written by a function.
    public mutating func array<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        array(elements, write)
    }

    /// An array, of which each element is written by a function.
    public mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// An element of an array that is a text, or null.
    public mutating func element(_ value: String?) {
        separate()
        if let value { quote(value) } else { append("null") }
    }

    /// An element that is a number.
    public mutating func element(_ value: Int) {
        separate()
        if value < 0 { append(UInt8(ascii: "-")) }
        append(number: UInt64(value.magnitude))
    }

    /// An element that is a time in microseconds, given in nanoseconds.
    public mutating func element(microsecondsOf nanoseconds: UInt64) {
        separate()
        append(number: nanoseconds / 1000)
        append(UInt8(ascii: "."))
        append(fraction: nanoseconds % 1000, digits: 3)
    }

    /// A text as a JSON string, with its quotes.
    public static func quoted(_ value: String) -> String {
        var json = JSONWriter()
        json.quote(value)
        return json.text
    }

    /// A text, escaped as RFC 8259 requires; DEL and C1 are escaped as well, since some terminals obey them.
    ///
    /// Characters that need no escape, nearly all of them, are copied in stretches.
    private mutating func quote(_ value: String) {
        var value = value
        append(UInt8(ascii: "\""))
        value.withUTF8 { text in
            var (start, place) = (0, 0)
            while true {
                place += PlainText.count(text, from: place)
                guard place < text.count else { break }
                if Self.needsEscape(text, place) {
                    append(UnsafeBufferPointer(rebasing: text[start..<place]))
                    // C1 has two bytes, of which the first represents both.
                    start = place + (text[place] == 0xC2 ? 2 : 1)
                    escape(text[place] == 0xC2 ? text[place + 1] : text[place])
                    place = start
                } else {
                    place += 1
                }
            }
            append(UnsafeBufferPointer(rebasing: text[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Whether a character begins at a place that must not be as it is.
    private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let byte = text[place]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F { return true }
        return byte == 0xC2 && place + 1 < text.count && text[place + 1] < 0xA0
    }

    /// Appends a character as an escape.
    private mutating func escape(_ code: UInt8) {
        switch code {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            append("\\u00")
            for digit in [code >> 4, code & 15] { append(digit.hexadecimalDigit) }
        }
    }
}
