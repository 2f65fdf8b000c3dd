// SPDX-License-Identifier: MIT

/// The policy for changes that a class leaves.
public enum LeakPolicy: String, CaseIterable, Sendable {
    /// Nothing is checked.
    case off
    /// A warning that names the class.
    case warn
    /// The class terminated abnormally.
    case fail
}
