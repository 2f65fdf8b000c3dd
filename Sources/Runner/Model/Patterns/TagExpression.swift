// SPDX-License-Identifier: MIT

/// Which tags a test must have: `slow and not (network or flaky)`.
///
/// A tag that is one of these words, or contains a space, a parenthesis or a quotation mark, is written in quotation marks, single or
/// double.
///
/// Rule 28.
public struct TagExpression: Sendable {
    /// The tags, and what combines them.
    private let expression: Expression

    /// Reads an expression.
    init(_ text: String) throws(Expression.Malformed) { expression = try Expression(text, .tags) }

    /// Whether a test with these tags is one of those that are meant.
    public func matches(_ tags: some Collection<String>) -> Bool { expression.isTrue { tags.contains($0.text) } }

    /// The tags that it names.
    var tags: Set<String> { Set(expression.leaves.map(\.text)) }
}
