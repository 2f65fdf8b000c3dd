// SPDX-License-Identifier: MIT

/// The error that `skip(_:)` throws.
///
/// It ends the case, or in a hook the cases that the hook prepares.
struct SkipError: Error {
    /// Why; empty if the author gives no reason.
    let reason: String
    /// Where `skip(_:)` was called.
    let location: SourceLocation
}
