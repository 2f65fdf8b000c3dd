// SPDX-License-Identifier: MIT

/// The completion scripts.
extension Shell {
    /// The completion script for this shell.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}
