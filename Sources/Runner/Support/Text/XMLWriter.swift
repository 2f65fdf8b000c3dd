// SPDX-License-Identifier: MIT

/// Writes XML 1.0 as whole elements; every text is escaped here, and no caller can write markup.
///
/// Characters that XML cannot contain, such as most control characters, are written as `\u{1B}`.
public struct XMLWriter {
    /// The names and values of an element's attributes.
    public typealias Attributes = [(name: StaticString, value: String)]

    /// The text that was written since it was last taken.
    private var bytes: [UInt8] = []
    /// The number of elements around the next one.
    private var depth: Int
    /// Whether the last start tag still lacks its `>`.
    private var isOpen = false

    /// Starts at a depth, in elements.
    public init(depth: Int = 0) { self.depth = depth }

    /// The declaration that begins a document.
    public mutating func declaration() { write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

    /// An element with elements in it, or with none.
    public mutating func element(
        _ name: StaticString, _ attributes: Attributes = [], _ content: (inout XMLWriter) -> Void = { _ in }
    ) {
        start(name, attributes)
        isOpen = true
        depth += 1
        content(&self)
        depth -= 1
        if isOpen {
            isOpen = false
            return write("/>\n")
        }
        indent()
        end(name)
    }

    /// An element with text in it.
    public mutating func element(_ name: StaticString, _ attributes: Attributes = [], text: String) {
        start(name, attributes)
        write(">")
        escape(text) { $0 == "\n" || $0 == "\t" }
        end(name)
    }

    /// A text between tags.
    public static func escaped(_ text: String) -> String {
        var writer = XMLWriter()
        writer.escape(text) { $0 == "\n" || $0 == "\t" }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Hands over what was written, after the start tag of the element that is being written.
    public mutating func take() -> [UInt8] {
        closeStart()
        defer { bytes = [] }
        return bytes
    }

    /// A start tag without its end.
    private mutating func start(_ name: StaticString, _ attributes: Attributes) {
        closeStart()
        indent()
        write("<")
        write(name)
        for attribute in attributes {
            write(" ")
            write(attribute.name)
            write("=\"")
            // Line feeds and tabs must survive a reader's normalisation.
            escape(attribute.value) { _ in false }
            write("\"")
        }
    }

    /// Ends the start tag of an element that has something in it.
    private mutating func closeStart() {
        if isOpen { write(">\n") }
        isOpen = false
    }

    /// An end tag.
    private mutating func end(_ name: StaticString) {
        write("</")
        write(name)
        write(">\n")
    }

    /// Begins a line.
    private mutating func indent() { for _ in 0..<depth { write("  ") } }

    /// Markup.
    private mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Escapes everything that is not plain; of the white-space controls, all but those that may be as they are.
    private mutating func escape(_ text: String, _ mayStand: (Unicode.Scalar) -> Bool) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: write("&amp;")
            case 0x3C: write("&lt;")
            case 0x3E: write("&gt;")
            case 0x22: write("&quot;")
            case 0x09, 0x0A, 0x0D:
                bytes += mayStand(scalar) ? [UInt8(scalar.value)] : Array("&#\(scalar.value);".utf8)
            case 0x00...0x1F, 0xFFFE, 0xFFFF:
                bytes += Array("\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
            // Allowed, but XML discourages them, and some terminals obey them.
            case 0x7F...0x9F: bytes += Array("&#\(scalar.value);".utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
