// SPDX-License-Identifier: MIT

/// The settings of the collection of coverage.
struct CoverageSettings {
    /// The directory of the reports, as the user names it.
    let directory: String
    /// The least percentage of lines that is to run; nil for any.
    let minimum: Double?
    /// Whether the tests' own sources count.
    let includesTests: Bool
}
