// SPDX-License-Identifier: MIT

/// The versions that can be written.
///
/// The output is the same in both, since 14 describes the practice of parsers of 13.
public enum TAPVersion: String, CaseIterable, Sendable {
    /// The version that every parser reads.
    case thirteen = "13"
    /// The current one, which Perl's parsers refuse before 3.45.
    case fourteen = "14"
}
