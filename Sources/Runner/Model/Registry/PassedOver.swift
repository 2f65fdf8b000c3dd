// SPDX-License-Identifier: MIT

/// A file in a directory that is no bundle, which is no fault.
public struct PassedOver: Equatable, Sendable {
    /// Where it is.
    public let path: String
    /// The reason.
    public let reason: String

    /// Makes one from its parts.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
