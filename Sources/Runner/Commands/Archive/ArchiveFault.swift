// SPDX-License-Identifier: MIT

/// The fault in a header or in the manifest of an archive; the reader knows its place.
struct FormatFault: Error, Equatable {
    /// In words.
    let reason: String
}

/// An archive that cannot be used, and where it is wrong.
struct ArchiveFault: Error, Equatable, CustomStringConvertible {
    /// The archive, as it was named.
    let archive: String
    /// The offset of the header at fault; nil where it is the archive as a whole.
    let place: UInt64?
    /// The fault and the remedy.
    let reason: String

    /// The message for the user.
    var description: String {
        let name = archive == "-" ? "the archive on standard input" : "the archive '\(archive)'"
        return "cannot use \(name)\(place.map { ", byte \($0)" } ?? ""): \(reason)"
    }
}
