// SPDX-License-Identifier: MIT

/// A file in a directory that is no bundle, which is no fault.
struct PassedOver: Equatable, Sendable {
    /// Where it is.
    let path: String
    /// The reason.
    let reason: String
}
