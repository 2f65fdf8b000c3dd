// SPDX-License-Identifier: MIT

/// The use that `--affected` makes of the records of what tests reach.
public enum AffectedMode: String, CaseIterable, Sendable {
    /// Runs the tests that a change can reach, and records them.
    case run
    /// Says which those are, and why, and runs nothing.
    case list
    /// Says of each test why it would run, or not, and runs nothing: `runner why`.
    case why
    /// Runs everything, and records it.
    case record
    /// Runs everything, records it, and fails where a test that would have been left out did not pass.
    case verify

    /// Whether it runs nothing.
    public var isListing: Bool { self == .list || self == .why }
}
