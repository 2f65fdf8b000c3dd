// SPDX-License-Identifier: MIT

/// A regular expression that cannot be read, or that is too large.
struct PatternFault: Error, Equatable, CustomStringConvertible {
    /// The fault and its place.
    let description: String

    /// Something at a position, counted in characters from 1.
    init(_ reason: String, at position: Int) { description = "\(reason) at position \(position)" }

    /// Something about all of it.
    init(_ reason: String) { description = reason }
}
