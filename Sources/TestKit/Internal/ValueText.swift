// SPDX-License-Identifier: MIT

/// Values as text, for people.
enum ValueText {
    /// How many characters of a value stand in a message.
    static let messageLimit = 80
    /// How many characters of a value stand in the details.
    static let detailsLimit = 2_000
    /// How many elements of a collection are looked at for a text.
    private static let elementLimit = 50
    /// How deep the lines of a value go.
    private static let depthLimit = 6

    /// The value in one line, cut with a note where it is longer than the limit.
    static func line(_ value: Any, limit: Int = detailsLimit) -> String {
        let text = description(value)
        var result = ""
        for (count, character) in text.enumerated() {
            if count == limit { return result + "… (\(text.count - limit) more characters)" }
            result += character.isNewline ? "\\n" : VisibleText.shown(character)
        }
        return result
    }

    /// The value in lines, for a difference: a string's own, an element of a collection or a field of a structure each.
    static func lines(_ value: Any, depth: Int = 0) -> [String] {
        if let string = value as? any StringProtocol, depth == 0 {
            // By scalars: to Swift, a carriage return and a line feed are one character.
            return String(string).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
        }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty, depth < depthLimit else { return [line(value)] }
        switch mirror.displayStyle {
        case .collection:
            return mirror.children.flatMap { lines($0.value, depth: depth + 1) }
        case .set:
            return mirror.children.map { line($0.value) }.sorted()
        case .dictionary:
            return mirror.children.flatMap { pair in
                let parts = Mirror(reflecting: pair.value).children.map(\.value)
                guard parts.count == 2 else { return [line(pair.value)] }
                return [line(parts[0]) + ": " + line(parts[1])]
            }.sorted()
        case .struct, .class, .tuple:
            return fields(of: mirror, depth: depth)
        default:
            return [line(value)]
        }
    }

    /// A line for each field, or several where the field is a structure itself.
    private static func fields(of mirror: Mirror, depth: Int) -> [String] {
        mirror.children.flatMap { field -> [String] in
            let label = field.label.map { $0 + ": " } ?? ""
            let values = lines(field.value, depth: depth + 1)
            guard values.count > 1 else { return [label + (values.first ?? "")] }
            return [label] + values.map { "  " + $0 }
        }
    }

    /// The value's description; a string in quotes, a big collection only by its first elements.
    private static func description(_ value: Any) -> String {
        if value is any StringProtocol { return String(reflecting: value) }
        if let collection = value as? any Collection, collection.count > elementLimit {
            return beginning(of: collection)
        }
        return String(describing: value)
    }

    /// The first elements of a collection, with a note of how many there are.
    private static func beginning(of collection: some Collection) -> String {
        let elements = collection.prefix(elementLimit).map { description($0) }.joined(separator: ", ")
        return "[\(elements), … (\(collection.count) elements)]"
    }
}
