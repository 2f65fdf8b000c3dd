// SPDX-License-Identifier: MIT

/// A word for the selection of tests: `runner --tag 'slow and not network'`.
///
/// A string literal is one. A tag that is used more than once is best declared, so that the compiler knows it:
///
/// ```swift
/// extension Tag {
///     static let slow: Tag = "slow"
/// }
/// ```
public struct Tag: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The word, as the command line writes it.
    public let name: String

    /// A tag of that name; an empty one is ignored, with a warning.
    public init(_ name: String) { self.name = name }

    /// A tag of that name; an empty one is ignored, with a warning.
    public init(stringLiteral name: String) { self.name = name }

    /// The word.
    public var description: String { name }
}
