// SPDX-License-Identifier: MIT

/// Values as text, for people.
enum ValueText {
    /// The most characters of a value in a message.
    static let messageLimit = 80
    /// The most characters of a value in the details.
    static let detailsLimit = 2_000
    /// The most elements of a collection that a text shows.
    private static let elementLimit = 50

    /// The value in one line, cut with a note where it is longer than the limit.
    static func line(_ value: Any, limit: Int = detailsLimit) -> String {
        // Only what is shown of a large text: to count its characters alone would take seconds.
        if let text = value as? any StringProtocol, LargeText.isLarge(text) {
            return cut(String(reflecting: String(String(text).prefix(limit))), limit) { _ in
                "\(String(text).utf8.count) bytes in all"
            }
        }
        return cut(description(value), limit) { text in
            LargeText.isLarge(text) ? "\(text.utf8.count) bytes in all" : "\(text.count - limit) more characters"
        }
    }

    /// A text in one line, without quotes, cut with a note where it is longer than the limit.
    static func plain(_ text: String, limit: Int) -> String {
        cut(String(text.prefix(limit + 1)), limit) { _ in "cut" }
    }

    /// A text in one line, cut with a note where it is longer than the limit.
    private static func cut(_ text: String, _ limit: Int, note: (String) -> String) -> String {
        var result = ""
        for (count, character) in text.enumerated() {
            if count == limit { return result + "… (\(note(text)))" }
            result += character.isNewline ? "\\n" : VisibleText.shown(character)
        }
        return result
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
