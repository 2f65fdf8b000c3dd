// SPDX-License-Identifier: MIT

/// What a run counts as in which no test ran.
public enum NoTests: String, CaseIterable, Sendable {
    /// As one that passed.
    case pass
    /// As one that passed, with a warning.
    case warn
    /// As one with an exit code of its own.
    case fail
}
