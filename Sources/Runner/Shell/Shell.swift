// SPDX-License-Identifier: MIT

/// A shell that can complete the command line.
enum Shell: String, CaseIterable {
    /// The GNU shell.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish

    /// The completion script for this shell.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}
