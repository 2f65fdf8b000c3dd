// SPDX-License-Identifier: MIT

/// Numbers of things in words.
package enum Count {
    /// "1 case", "2 cases".
    package static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
    }
}
