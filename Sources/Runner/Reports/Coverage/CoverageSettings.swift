// SPDX-License-Identifier: MIT

/// The settings of the collection of coverage.
public struct CoverageSettings {
    /// The directory of the reports, as the user names it.
    public let directory: String
    /// The least percentage of lines that is to run; nil for any.
    public let minimum: Double?
    /// Whether the tests' own sources count.
    public let includesTests: Bool

    /// Makes one from its parts.
    public init(directory: String, minimum: Double?, includesTests: Bool) {
        self.directory = directory
        self.minimum = minimum
        self.includesTests = includesTests
    }
}
