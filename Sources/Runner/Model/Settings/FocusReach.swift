// SPDX-License-Identifier: MIT

/// The reach of a focus (rule 9).
public enum FocusReach: String, CaseIterable {
    /// A focus narrows its own bundle only.
    case bundle
    /// One focus anywhere narrows the whole run.
    case all
    /// A focus counts for nothing.
    case ignore
}
