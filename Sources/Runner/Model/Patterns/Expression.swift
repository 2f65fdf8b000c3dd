// SPDX-License-Identifier: MIT

/// Words combined with `and`, `or`, `not` and parentheses.
///
/// `not` binds more tightly than `and`, and that more tightly than `or`.
struct Expression: Equatable, Sendable {
    /// An expression that cannot be read.
    struct Malformed: Error, Equatable {
        /// The reason why it cannot be read, and the place.
        let reason: String
    }

    /// A word of an expression, other than those that combine.
    struct Leaf: Equatable, Sendable {
        /// The word, without its quotation marks.
        let text: String
        /// Whether all of it is in quotation marks.
        let isQuoted: Bool
        /// Its position: a count of characters, from 1.
        let position: Int
    }

    /// A part of an expression.
    ///
    /// Terms are side by side, so that only what is written in each other lies in each other.
    indirect enum Node: Equatable, Sendable {
        case leaf(Leaf)
        case not(Node)
        case and([Node])
        case or([Node])
    }

    /// All of it.
    let root: Node

    /// Reads an expression of some kind.
    init(_ text: String, _ kind: ExpressionParser.Kind) throws(Malformed) {
        var parser = try ExpressionParser(text, kind)
        root = try parser.parse()
    }

    /// Whether it is true, where that is known of its words.
    func isTrue(_ isTrue: (Leaf) -> Bool) -> Bool { Self.evaluate(root, isTrue) }

    /// Its words, in order.
    var leaves: [Leaf] {
        var leaves: [Leaf] = []
        Self.collect(root, &leaves)
        return leaves
    }

    /// Whether a part of it is true.
    private static func evaluate(_ node: Node, _ isTrue: (Leaf) -> Bool) -> Bool {
        switch node {
        case .leaf(let leaf): isTrue(leaf)
        case .not(let inner): !evaluate(inner, isTrue)
        case .and(let terms): terms.allSatisfy { evaluate($0, isTrue) }
        case .or(let terms): terms.contains { evaluate($0, isTrue) }
        }
    }

    /// Adds the words of a part of it.
    private static func collect(_ node: Node, _ leaves: inout [Leaf]) {
        switch node {
        case .leaf(let leaf): leaves.append(leaf)
        case .not(let inner): collect(inner, &leaves)
        case .and(let terms), .or(let terms): for term in terms { collect(term, &leaves) }
        }
    }
}
