// SPDX-License-Identifier: MIT

import RunnerSupport

/// A name on the command line that nothing has.
struct UnknownName: Error, CustomStringConvertible {
    /// The message for the user.
    let description: String

    /// Says what is wrong, and which names are nearest.
    init(_ what: String, suggestions: [String] = []) { description = what + Suggestion.question(suggestions) }
}
