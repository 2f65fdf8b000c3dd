// SPDX-License-Identifier: MIT

/// Which tags a test must have: `slow and not (network or flaky)`.
///
/// `not` binds more tightly than `and`, and that more tightly than `or`. A tag that is one of these words, or contains a
/// space, a parenthesis or a quotation mark, is written in quotation marks, single or double.
///
/// Rule 28.
public struct TagExpression: Sendable {
    /// An expression that cannot be read.
    struct Malformed: Error, Equatable {
        /// The reason why it cannot be read, and the place.
        let reason: String
    }

    /// A part of an expression.
    ///
    /// Terms are side by side, so that only what is written in each other lies in each other.
    indirect enum Node: Equatable, Sendable {
        case tag(String)
        case not(Node)
        case and([Node])
        case or([Node])
    }

    /// All of it.
    let root: Node

    /// Reads an expression.
    init(_ text: String) throws(Malformed) {
        var parser = try TagExpressionParser(text)
        root = try parser.parse()
    }

    /// Whether a test with these tags is one of those that are meant.
    public func matches(_ tags: some Collection<String>) -> Bool { Self.evaluate(root, tags) }

    /// The tags that it names.
    var tags: Set<String> {
        var names: Set<String> = []
        Self.collect(root, &names)
        return names
    }

    /// Whether a part of it is true.
    private static func evaluate(_ node: Node, _ tags: some Collection<String>) -> Bool {
        switch node {
        case .tag(let name): tags.contains(name)
        case .not(let inner): !evaluate(inner, tags)
        case .and(let terms): terms.allSatisfy { evaluate($0, tags) }
        case .or(let terms): terms.contains { evaluate($0, tags) }
        }
    }

    /// Adds the tags that a part of it names.
    private static func collect(_ node: Node, _ names: inout Set<String>) {
        switch node {
        case .tag(let name): names.insert(name)
        case .not(let inner): collect(inner, &names)
        case .and(let terms), .or(let terms): for term in terms { collect(term, &names) }
        }
    }
}
