// SPDX-License-Identifier: MIT

/// The reason why a focused run is an error.
///
/// Rule 9.
public enum FocusBan: Equatable, Sendable {
    /// `--forbid-focus`, or its place in a file or a variable.
    case option(String)
    /// The variable `CI`, which the engines of CI set.
    case continuousIntegration
    /// A file of events says so of the run that it recorded.
    case recorded

    /// The reason and the remedy, for the line after the words about a focus.
    public var words: String {
        switch self {
        case .option(let place): "\(place) makes this an error; remove the focus"
        case .continuousIntegration:
            "the variable CI makes this an error; remove the focus, or allow it with TESTKIT_FORBID_FOCUS=false"
        case .recorded: "the recorded run forbade it; remove the focus"
        }
    }
}
