// SPDX-License-Identifier: MIT

import Glibc

/// A JSON text taken apart (RFC 8259, strictly): the kind and the place of each value, with nothing copied.
///
/// Beyond the grammar it refuses two members of one name, and very deep nesting. One object serves many texts:
/// its memory is that of the longest of them. Reading takes time in proportion to the text.
public final class JSONText {
    /// A text that is no JSON.
    public struct Fault: Error, Equatable {
        /// The place, as an offset in the bytes.
        public let offset: Int
        /// The expectation and the actual text.
        public let reason: String
    }

    /// The kinds of values.
    public enum Kind: UInt8 {
        case null, no, yes, number, string
        /// A text with a backslash in it.
        case escaped
        case array, object
    }

    /// A value; those of an array or an object follow it, a member as its name and its value.
    struct Token {
        /// The kind of the value.
        var kind: Kind
        /// The offset of its first byte; of a text, after the quotation mark.
        var start: Int32
        /// The offset after its last byte; of a text, of the closing quotation mark.
        var end: Int32
        /// The index of the token after it and all that is in it.
        var next: Int32

        /// The offset of its first byte; of a text, of the quotation mark.
        var offset: Int { Int(start) - (kind == .string || kind == .escaped ? 1 : 0) }
    }

    /// The deepest nesting of arrays and objects: a file must not end the process.
    static let depthLimit = 64
    /// The longest text, in bytes.
    static let lengthLimit = 1 << 30

    /// The bytes, of which the text may be a part.
    public var bytes: [UInt8]
    /// The values of the text that was read last, the whole of it first.
    private(set) var tokens: [Token] = []
    /// Their positions; empty until one is asked for.
    private var positions: [Position] = []

    /// Takes some bytes; nothing is read yet.
    public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// The value that the text is.
    public var root: JSONValue { JSONValue(text: self, index: 0) }

    /// Reads a stretch of the bytes, which must be one value.
    public func read(_ range: Range<Int>) throws(Fault) {
        var tokens = self.tokens
        // Else the two would share their memory, and the first append would copy it.
        self.tokens = []
        tokens.removeAll(keepingCapacity: true)
        positions = []
        defer { self.tokens = tokens }
        guard range.count <= Self.lengthLimit, range.upperBound <= Int(Int32.max) else {
            throw Fault(offset: range.lowerBound, reason: "it has more than \(Self.lengthLimit >> 20) MB")
        }
        var fault: Fault?
        bytes.withUnsafeBufferPointer { buffer in
            do throws(Fault) {
                do throws(Unicode.UTF8.ValidationError) {
                    _ = try UTF8Span(validating: UnsafeBufferPointer(rebasing: buffer[range]).span)
                } catch {
                    throw Fault(
                        offset: range.lowerBound + error.byteOffsets.lowerBound, reason: "the file is not UTF-8")
                }
                var parser = JSONParser(bytes: buffer, range: range, tokens: tokens)
                tokens = []
                defer { tokens = parser.tokens }
                try parser.parse()
            } catch { fault = error }
        }
        if let fault { throw fault }
    }

    /// The position of a value; all are found at once, in time in proportion to the text.
    func position(ofValue index: Int) -> Position {
        if positions.isEmpty {
            var (position, offset) = (Position(), 0)
            positions = tokens.map { token in
                position.pass(bytes[offset..<token.offset])
                offset = token.offset
                return position
            }
        }
        return positions[index]
    }

    /// The index of the value of a member; nil where a value is no object or has no such member.
    func member(_ name: StaticString, of index: Int) -> Int? {
        // Both lent once, for all members: each time counts references.
        bytes.withUnsafeBytes { bytes in
            tokens.withUnsafeBufferPointer { tokens in
                let object = tokens[index]
                guard object.kind == .object else { return nil }
                var place = index + 1
                while place < Int(object.next) {
                    let token = tokens[place]
                    if token.kind == .escaped ? matches(token, name) : Self.isSame(token, name, in: bytes) {
                        return place + 1
                    }
                    place = Int(tokens[place + 1].next)
                }
                return nil
            }
        }
    }

    /// Whether a text is just that other.
    func matches(_ token: Token, _ other: StaticString) -> Bool {
        if token.kind == .escaped { return other.withUTF8Buffer { decoded(token).elementsEqual($0) } }
        return bytes.withUnsafeBytes { Self.isSame(token, other, in: $0) }
    }

    /// Whether a text without escapes is just that other.
    @inline(__always)
    private static func isSame(_ token: Token, _ other: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
        let count = other.utf8CodeUnitCount
        guard Int(token.end - token.start) == count, let base = bytes.baseAddress else { return false }
        return memcmp(base + Int(token.start), other.utf8Start, count) == 0
    }

    /// A text's bytes with its escapes as they are meant.
    func decoded(_ token: Token) -> [UInt8] {
        bytes.withUnsafeBufferPointer { JSONParser.text(token, in: $0) }
    }
}
