// SPDX-License-Identifier: MIT

/// The error that `skip(_:)` throws.
///
/// It ends the case, or in a hook the cases that the hook prepares.
struct SkipError: Error {
    /// The reason; empty if the author gives none.
    let reason: String
    /// Where `skip(_:)` was called.
    let location: SourceLocation
}
