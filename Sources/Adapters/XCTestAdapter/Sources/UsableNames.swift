// SPDX-License-Identifier: MIT

/// Names and traits as the host accepts them.
///
/// The host refuses a bundle if one text or number is outside its limits. Authors of tests do not know these limits, so the
/// adapter keeps them: the name or a trait of one test loses no other test.
struct UsableNames {
    /// The most bytes of a name, with room for a number after it; the host takes 65,536.
    private static let byteLimit = 65_500
    /// The most tags, or links, of a case.
    private static let countLimit = 1000
    /// The most arguments of a test that are cases of their own.
    private static let exampleLimit = 1_000_000
    /// The longest time limit in seconds.
    private static let longestLimit = 1e9

    /// The names that were given.
    private var used: Set<String> = []
    /// The last number of a name that several have.
    private var numbers: [String: Int] = [:]

    /// Returns a name that no other has: the second of two equal ones gets "#2" at its end, and an empty one becomes "#1".
    mutating func next(_ name: String) -> String {
        let text = Self.cut(name)
        if !text.isEmpty, used.insert(text).inserted { return text }
        while true {
            let number = numbers[text, default: text.isEmpty ? 0 : 1] + 1
            numbers[text] = number
            let numbered = "\(text)#\(number)"
            if used.insert(numbered).inserted { return numbered }
        }
    }

    /// A case whose traits are within the limits, and which has the name of the given one.
    static func usable(_ given: AdaptedCase) -> AdaptedCase {
        var one = given
        one.title = text(given.title)
        one.file = path(given.file)
        one.tags = texts(given.tags)
        one.links = texts(given.links)
        one.limit = given.limit.map { $0 > 0 ? min($0, longestLimit) : longestLimit }
        // They run as one case then.
        if let examples = given.examples, examples.count > exampleLimit { one.examples = nil }
        return one
    }

    /// A path, if it is one.
    static func path(_ path: String?) -> String? { path.flatMap { $0.utf8.count <= byteLimit ? $0 : nil } }

    /// A text for people, if there is one.
    static func text(_ text: String?) -> String? { text.map(cut).flatMap { $0.isEmpty ? nil : $0 } }

    /// Some texts, less those that are empty.
    static func texts(_ texts: [String]) -> [String] {
        Array(texts.lazy.map(cut).filter { !$0.isEmpty }.prefix(countLimit))
    }

    /// The beginning of a text, which ends between two characters.
    private static func cut(_ text: String) -> String {
        if text.utf8.count <= byteLimit { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: byteLimit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
