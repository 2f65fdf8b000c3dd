// SPDX-License-Identifier: MIT

// Joins strings and parts of strings.
//
// The standard library joins these by a function for all collections, which is not made for strings beforehand: at its first use in a
// process the runtime looks up what it needs, 0.1 ms each time.

extension String {
    /// A part of a string, and a string behind it.
    public static func + (left: Substring, right: String) -> String { String(left) + right }

    /// A string, and a part of one behind it.
    public static func + (left: String, right: Substring) -> String {
        var text = left
        text.append(contentsOf: right)
        return text
    }

    /// Adds a part of a string.
    public static func += (left: inout String, right: Substring) { left.append(contentsOf: right) }
}
