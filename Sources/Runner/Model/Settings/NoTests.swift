// SPDX-License-Identifier: MIT

/// The verdict on a run without a test.
public enum NoTests: String, CaseIterable, Sendable {
    /// As one that passed.
    case pass
    /// As one that passed, with a warning.
    case warn
    /// As one with an exit code of its own.
    case fail
}
