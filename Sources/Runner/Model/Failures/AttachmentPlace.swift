// SPDX-License-Identifier: MIT

/// The place of attachments, which the host decides before its workers copy anything.
package struct AttachmentPlace: Sendable, Equatable {
    /// How many attachments of one activity are kept from its beginning, and as many from its end.
    package static let countLimit = 500
    /// The most bytes of either end.
    package static let totalLimit: UInt64 = 128 << 20

    /// The directory, an absolute path; made when something is attached.
    package let root: String
    /// The name of the directory in it that takes copies until the host has put them in their place.
    ///
    /// It cannot be guessed, so two runs with one directory do not meet.
    let staging: String
    /// Whether all are in the directory itself, as Swift Testing keeps them, and not by bundle, class and case.
    package let isFlat: Bool

    /// A place in a directory that was given, or in one of its own for temporary files.
    ///
    /// - Parameter token: Tells one run from another.
    package init(given: String?, temporary: String, token: UInt64, isFlat: Bool = false) {
        let text = String(token, radix: 16)
        root = given ?? "\(temporary)/runner-attachments-\(text)"
        self.isFlat = isFlat
        staging = ".incoming-\(text)"
    }

    /// The directory that takes copies.
    package var stagingPath: String { "\(root)/\(staging)" }

    /// The path of a copy there.
    package func path(ofStaged number: UInt64) -> String { "\(stagingPath)/\(String(number, radix: 16))" }
}

/// An attachment that a worker has copied and the host has not yet moved to its directory.
package struct StagedAttachment: Equatable, Sendable {
    /// The name that the test gives it.
    package var name: String
    /// Which copy it is.
    package var number: UInt64
    /// How many bytes it has.
    package var size: UInt64

    /// Makes one from its parts.
    package init(name: String, number: UInt64, size: UInt64) {
        self.name = name
        self.number = number
        self.size = size
    }
}
