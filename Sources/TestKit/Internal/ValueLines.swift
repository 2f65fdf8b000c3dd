// SPDX-License-Identifier: MIT

/// A value in lines, for a difference: a string's own, an element of a collection or a field of a structure each.
struct ValueLines {
    /// The depth of the lines of a value.
    private static let depthLimit = 6
    /// More lines than about this are not made: it takes a second.
    private static let limit = 100_000

    /// The objects that have been shown: each is once, however many refer to it.
    private var seen: Set<ObjectIdentifier> = []
    /// The number of lines that have been made of parts.
    private var count = 0

    /// The value's lines.
    static func of(_ value: Any) -> [String] {
        if let string = value as? any StringProtocol {
            // By scalars: to Swift, a carriage return and a line feed are one character.
            return String(string).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
        }
        var lines = ValueLines()
        return lines.lines(value, depth: 0)
    }

    /// The lines of a value or a part of one.
    private mutating func lines(_ value: Any, depth: Int) -> [String] {
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty, depth < Self.depthLimit, count < Self.limit, !isLeaf(value, mirror) else {
            return leaf(value)
        }
        switch mirror.displayStyle {
        case .optional: return mirror.children.flatMap { lines($0.value, depth: depth) }
        case .collection: return elements(of: mirror, depth: depth)
        case .set: return mirror.children.flatMap { leaf($0.value) }.sorted()
        case .dictionary: return entries(of: mirror)
        case .struct, .class, .tuple: return fields(of: mirror, depth: depth)
        case .enum:
            // The payload's lines, under the name of the case; one line says it better as a whole.
            let fields = fields(of: mirror, depth: depth)
            return fields.count > 1 ? fields : leaf(value)
        default: return leaf(value)
        }
    }

    /// A value in one line.
    private mutating func leaf(_ value: Any) -> [String] {
        count += 1
        return [ValueText.line(value)]
    }

    /// Whether a value's parts are private or have been shown.
    private mutating func isLeaf(_ value: Any, _ mirror: Mirror) -> Bool {
        if mirror.displayStyle == .class, type(of: value) is AnyClass {
            return !seen.insert(ObjectIdentifier(value as AnyObject)).inserted
        }
        guard mirror.displayStyle == .struct, value is any CustomStringConvertible, !(value is any CustomReflectable)
        else { return false }
        // Such as a URL: its description is all of it, its fields are how it is stored.
        return _typeName(type(of: value), qualified: true).hasPrefix("Foundation")
    }

    /// A line for each element, or several where the element has parts itself.
    private mutating func elements(of mirror: Mirror, depth: Int) -> [String] {
        var result: [String] = []
        for element in mirror.children {
            guard count < Self.limit else { return result + ["…"] }
            result += lines(element.value, depth: depth + 1)
        }
        return result
    }

    /// A line for each entry of a dictionary, in the order of their texts.
    private mutating func entries(of mirror: Mirror) -> [String] {
        mirror.children.flatMap { pair in
            let parts = Mirror(reflecting: pair.value).children.map(\.value)
            guard parts.count == 2 else { return leaf(pair.value) }
            return [ValueText.line(parts[0]) + ": " + ValueText.line(parts[1])]
        }.sorted()
    }

    /// A line for each field, or several where the field has parts itself.
    private mutating func fields(of mirror: Mirror, depth: Int) -> [String] {
        mirror.children.flatMap { field -> [String] in
            let label = field.label.map { $0 + ": " } ?? ""
            let values = lines(field.value, depth: depth + 1)
            guard values.count > 1 else { return [label + (values.first ?? "")] }
            return [label] + values.map { "  " + $0 }
        }
    }
}
