// SPDX-License-Identifier: MIT

/// The project's version.
enum Version {
    /// As released; `CHANGELOG.md` says what came with it.
    static let current = "0.1.0"
    /// When it was released, or its development began.
    static let date = "2026-11-01"
}
