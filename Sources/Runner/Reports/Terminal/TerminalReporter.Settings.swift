// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension TerminalReporter {
    /// The settings by the command line and the terminal.
    public struct Settings {
        /// The amount of output.
        public var verbosity = Verbosity.normal
        /// Whether to use colour.
        public var style = Style(isEnabled: false)
        /// Returns the terminal's width; nil without a terminal: then there is no progress line.
        public var width: () -> Int? = { nil }
        /// Returns the width at which long lines are broken; nil if none is known.
        public var columns: () -> Int? = { nil }
        /// When failures are shown whole.
        public var failureOutput = FailureOutput.immediate
        /// Whether to announce slow cases.
        public var announcesSlow = true
        /// The estimate of the run's time, if there is one.
        public var estimate: TimeEstimate?
        /// The beginning of all identities, which is left out on a screen.
        var common = CommonName()
        /// The working directory: paths in it are shown without it.
        public var directory = ""
        /// Whether the run leaves a record by which `--rerun-exactly` repeats it.
        public var isRecorded: () -> Bool = { false }
        /// Returns the command that repeats one repetition, by its seed.
        public var repetitionCommand: @Sendable (UInt64) -> String = { _ in "" }
        /// Returns what earlier runs show about failed tests, by their identities: a line for each that they know.
        public var earlierRuns: ([String]) -> [String] = { _ in [] }
        /// Whether the run records what its tests use.
        public var recordsUse = false
        /// Returns how long the last run of about as many tests took that recorded nothing, in nanoseconds; nil if none is known.
        public var plainDuration: (Int) -> UInt64? = { _ in nil }
        /// Whether what tests printed is shown.
        public var showsOutput = true
        /// Whether what skipped tests and the hooks of classes printed is shown as well.
        public var showsAllOutput = false
        /// Where bundles were looked for.
        public var searched = Searched()
        /// Where attachments are kept.
        public var attachments = ""

        /// Where bundles were looked for, to say why there are none.
        public struct Searched {
            /// The directories and files of the command line.
            let paths: [String]
            /// The number of libraries in them that are no bundles.
            let passedOver: Int
            /// Whether they are the products of a package that was just built.
            let isPackage: Bool
            /// The package that they are in, if they are no products of it.
            let package: String?

            /// By default, nowhere.
            public init(
                _ paths: [String] = [], passedOver: Int = 0, isPackage: Bool = false, package: String? = nil
            ) {
                (self.paths, self.passedOver, self.isPackage, self.package) = (paths, passedOver, isPackage, package)
            }
        }

        /// Starts with the defaults.
        public init() {}

        /// A file and a line of an issue, as text that is safe for a terminal; nil if it names none.
        func place(of issue: Issue) -> String? {
            guard let place = issue.place else { return nil }
            let path = TerminalText.line(shortened(place.file))
            return place.line > 0 ? "\(path):\(place.line)" : path
        }

        /// A backtrace whose files in the working directory are named as places are.
        func shortenedFrames(_ backtrace: String) -> String {
            directory.isEmpty ? backtrace : backtrace.replacing(" at \(directory)/", with: " at ")
        }

        /// A path relative to the working directory.
        func shortened(_ path: String) -> String {
            guard !directory.isEmpty, path.hasPrefix(directory + "/") else { return path }
            return String(path.dropFirst(directory.count + 1))
        }
    }
}
