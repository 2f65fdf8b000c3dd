// SPDX-License-Identifier: MIT

/// A shell that can complete the command line.
enum Shell: String, CaseIterable {
    /// The GNU shell.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
}
