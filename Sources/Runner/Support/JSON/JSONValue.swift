// SPDX-License-Identifier: MIT

/// A value of a JSON text, as long as that text is the last that was read.
public struct JSONValue {
    /// The text.
    let text: JSONText
    /// Which of its values it is.
    let index: Int

    /// Its token.
    private var token: JSONText.Token { text.tokens[index] }

    /// The kind of the value.
    public var kind: JSONText.Kind { token.kind }

    /// The value as it is written, or what it is if it has parts.
    public var words: String {
        switch token.kind {
        case .null, .no, .yes, .number: String(decoding: raw, as: UTF8.self)
        case .string, .escaped: JSONWriter.quoted(string ?? "")
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The offset of its first byte in the text's bytes.
    var offset: Int { token.offset }

    /// Its position in the text.
    public var position: JSONText.Position { text.position(ofValue: index) }

    /// A member's value; nil where this is no object or has no such member.
    public subscript(name: StaticString) -> JSONValue? {
        text.member(name, of: index).map { JSONValue(text: text, index: $0) }
    }

    /// Its elements; none where it is no array.
    public var elements: [JSONValue] {
        let array = token
        guard array.kind == .array else { return [] }
        var (result, place) = ([JSONValue](), index + 1)
        while place < Int(array.next) {
            result.append(JSONValue(text: text, index: place))
            place = Int(text.tokens[place].next)
        }
        return result
    }

    /// A member of an object.
    public struct Member {
        /// Its name.
        public let name: String
        /// The position of the name.
        public let position: JSONText.Position
        /// Its value.
        public let value: JSONValue
    }

    /// Its members; none where it is no object.
    public var members: [Member] {
        let object = token
        guard object.kind == .object else { return [] }
        var (result, place) = ([Member](), index + 1)
        while place < Int(object.next) {
            let (name, value) = (JSONValue(text: text, index: place), JSONValue(text: text, index: place + 1))
            result.append(Member(name: name.string ?? "", position: name.position, value: value))
            place = Int(text.tokens[place + 1].next)
        }
        return result
    }

    /// It as a text.
    public var string: String? {
        let token = token
        switch token.kind {
        case .string: return String(decoding: text.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
        case .escaped: return String(decoding: text.decoded(token), as: UTF8.self)
        default: return nil
        }
    }

    /// Whether it is just that text.
    public func isText(_ other: StaticString) -> Bool {
        let token = token
        return (token.kind == .string || token.kind == .escaped) && text.matches(token, other)
    }

    /// Lends the bytes of a text; nil where it is none.
    public func withBytes<Result>(_ body: (ArraySlice<UInt8>) -> Result) -> Result? {
        let token = token
        switch token.kind {
        case .string: return body(text.bytes[Int(token.start)..<Int(token.end)])
        case .escaped: return body(text.decoded(token)[...])
        default: return nil
        }
    }

    /// Whether it is `true`.
    var isTrue: Bool { token.kind == .yes }

    /// It as true or false.
    public var boolean: Bool? { kind == .yes || kind == .no ? isTrue : nil }

    /// It as a number, as it is written: a seed has more digits than a floating-point number keeps.
    public var number: String? { kind == .number ? String(decoding: raw, as: UTF8.self) : nil }

    /// Its bytes as they are in the text: the digits of a number.
    public var raw: ArraySlice<UInt8> {
        let token = token
        return text.bytes[Int(token.start)..<Int(token.end)]
    }
}
