// SPDX-License-Identifier: MIT

/// What `skip(_:)` throws: it ends the case, or what its hook prepares.
struct SkipError: Error {
    /// Why; empty if the author gives no reason.
    let reason: String
    /// Where `skip(_:)` was called.
    let location: SourceLocation
}
