// SPDX-License-Identifier: MIT

/// The settings of the collection of coverage.
package struct CoverageSettings {
    /// The directory of the reports, as the user names it.
    package let directory: String
    /// The least percentage of lines that is to run; nil for any.
    package let minimum: Double?
    /// Whether the tests' own sources count.
    package let includesTests: Bool

    /// Makes one from its parts.
    package init(directory: String, minimum: Double?, includesTests: Bool) {
        self.directory = directory
        self.minimum = minimum
        self.includesTests = includesTests
    }
}
