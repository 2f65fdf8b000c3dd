// SPDX-License-Identifier: MIT

/// Attachments that are not kept.
extension Issue {
    /// A warning about an attachment that is not kept.
    public static func attachment(_ name: String, isNotKept reason: String) -> Issue {
        Issue(kind: .warning, message: "the attachment '\(name)' is not kept: \(reason)")
    }
}
