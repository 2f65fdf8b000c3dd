// SPDX-License-Identifier: MIT

/// A list of words joined by "or", for a sentence.
public enum Alternatives {
    /// "all, bundle or ignore".
    public static func text(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return Array(words.dropLast()).joined(separator: ", ") + " or " + last
    }
}
