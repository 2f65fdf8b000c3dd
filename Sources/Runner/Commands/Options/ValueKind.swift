// SPDX-License-Identifier: MIT

/// The kind of an option's value or of an operand, for completions and for the types in configuration files.
enum ValueKind: Equatable {
    /// Anything; nothing can be offered.
    case text
    /// A number, whole or not.
    case number
    /// A whole number, or a text that begins with 0x.
    case seed
    /// A file.
    case file
    /// A directory.
    case directory
    /// A bundle, or a directory of bundles.
    case bundle
    /// A test that the history has.
    case test
    /// One of a few words.
    case choice([String])

    /// The words that it may be, where these are all that there are.
    var words: [String] {
        if case .choice(let words) = self { return words }
        return []
    }
}
