// SPDX-License-Identifier: MIT

/// Numbers of things in words.
public enum Count {
    /// "1 case", "2 cases".
    public static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
    }
}
