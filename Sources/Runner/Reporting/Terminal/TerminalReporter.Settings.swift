// SPDX-License-Identifier: MIT

extension TerminalReporter {
    /// The settings by the command line and the terminal.
    struct Settings {
        /// The amount of output.
        var verbosity = Verbosity.normal
        /// Whether to use colour.
        var style = Style(isEnabled: false)
        /// Asks for the terminal's width, which is nil where there is none: then nothing is drawn over.
        var width: () -> Int? = { nil }
        /// Asks for the width that long lines are broken to, which is nil where nobody knows one.
        var columns: () -> Int? = { nil }
        /// When failures are shown whole.
        var failureOutput = Options.FailureOutput.immediate
        /// Whether to say what takes long.
        var announcesSlow = true
        /// How long the run will take, where anybody knows.
        var estimate: TimeEstimate?
        /// The working directory: paths in it are shown without it.
        var directory = ""
        /// The command that repeats the run.
        var repeatCommand = ""
        /// The command that gives each worker what it had, where there are several.
        var exactCommand: String?
        /// The command that repeats one repetition of it, by that one's seed.
        var repetitionCommand: @Sendable (UInt64) -> String = { _ in "" }
        /// Whether the seed was given.
        var seedSource: String?
        /// Whether what tests printed is shown.
        var showsOutput = true
        /// Whether a focused run is an error.
        var isFocusForbidden = false
        /// Where attachments are kept.
        var attachments = ""

        /// A file and a line of an issue, as text that is safe for a terminal; nil if it names none.
        func place(of issue: Issue) -> String? {
            guard let place = issue.place else { return nil }
            let path = TerminalText.line(shortened(place.file))
            return place.line > 0 ? "\(path):\(place.line)" : path
        }

        /// A path relative to the working directory.
        func shortened(_ path: String) -> String {
            guard !directory.isEmpty, path.hasPrefix(directory + "/") else { return path }
            return String(path.dropFirst(directory.count + 1))
        }
    }
}
