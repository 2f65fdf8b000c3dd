// SPDX-License-Identifier: MIT

/// A file in a directory that is no bundle, which is no fault.
package struct PassedOver: Equatable, Sendable {
    /// Where it is.
    package let path: String
    /// The reason.
    package let reason: String

    /// Makes one from its parts.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
