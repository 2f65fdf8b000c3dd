// SPDX-License-Identifier: MIT

/// The reason why a text is no name.
public enum NameFault: Error, Equatable {
    /// The most bytes that a name or path may have.
    public static let limit = 65_536

    /// There is no text.
    case null
    /// The text has no bytes.
    case empty
    /// The text is longer than `limit`.
    case long
    /// The bytes are not UTF-8: they, repaired.
    case notUTF8(String)

    /// The expectation and the actual value.
    var reason: String {
        switch self {
        case .null: "expected text, got null"
        case .empty: "expected text, got an empty string"
        case .long: "expected at most \(Self.limit) bytes, got more"
        case .notUTF8(let text): "not UTF-8: \(text)"
        }
    }
}
