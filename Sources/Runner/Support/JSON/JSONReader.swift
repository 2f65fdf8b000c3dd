// SPDX-License-Identifier: MIT

/// Reads JSON as nodes that know their line and column; the host has no Foundation to do it, and that would not say.
public struct JSONReader {
    /// A text that is no JSON.
    public struct Fault: Error, Equatable {
        /// Where.
        public let position: JSONNode.Position
        /// The expectation and the actual text.
        public let reason: String
    }

    /// The text, taken apart.
    private let text: JSONText
    /// The last offset that was asked for.
    private var offset = 0
    /// The position of that.
    private var position = JSONNode.Position()

    /// Reads a text of one value.
    public static func read(_ bytes: [UInt8]) throws(Fault) -> JSONNode {
        let text = JSONText(bytes)
        var reader = JSONReader(text: text)
        do throws(JSONText.Fault) { try text.read(0..<bytes.count) } catch {
            throw Fault(position: reader.position(of: error.offset), reason: error.reason)
        }
        return reader.node(text.root)
    }

    /// Starts at a text's beginning.
    private init(text: JSONText) { self.text = text }

    /// The line and the column of an offset; those that are asked for ascend.
    private mutating func position(of wanted: Int) -> JSONNode.Position {
        while offset < wanted {
            let byte = text.bytes[offset]
            if byte == 0x0A {
                position.line += 1
                position.column = 1
            } else if byte & 0xC0 != 0x80 {
                // Each character has one byte that continues no other.
                position.column += 1
            }
            offset += 1
        }
        return position
    }

    /// A value as a node; they lie only so deep in each other.
    private mutating func node(_ value: JSONValue) -> JSONNode {
        let start = position(of: value.offset)
        let content: JSONNode.Value
        switch value.kind {
        case .null: content = .null
        case .no: content = .boolean(false)
        case .yes: content = .boolean(true)
        case .number: content = .number(String(decoding: value.raw, as: UTF8.self))
        case .string, .escaped: content = .string(value.string ?? "")
        case .array:
            var elements: [JSONNode] = []
            for element in value.elements { elements.append(node(element)) }
            content = .array(elements)
        case .object:
            var members: [JSONNode.Member] = []
            for (name, value) in value.members {
                let start = position(of: name.offset)
                members.append(JSONNode.Member(name: name.string ?? "", position: start, value: node(value)))
            }
            content = .object(members)
        }
        return JSONNode(value: content, position: start)
    }
}
