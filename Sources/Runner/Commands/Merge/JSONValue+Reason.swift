// SPDX-License-Identifier: MIT

/// Reasons in records.
extension JSONValue {
    /// Why something did not run; nil where the record does not say.
    var reason: NotRunReason? {
        NotRunReason(word: text("reasonKind"), words: text("reason"), platform: text("platform"))
    }
}
