// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Reasons in records.
extension JSONValue {
    /// The reason why something did not run; nil where the record does not say.
    var reason: NotRunReason? {
        NotRunReason(word: text("reasonKind"), words: text("reason"), platform: text("platform"))
    }
}
