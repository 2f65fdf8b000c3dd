// SPDX-License-Identifier: MIT

/// The place of attachments, which the host decides before its workers copy anything.
public struct AttachmentPlace: Sendable, Equatable {
    /// The number of attachments of one activity that are kept from its beginning, and also from its end.
    public static let countLimit = 500
    /// The most bytes of either end.
    public static let totalLimit: UInt64 = 128 << 20

    /// The directory, an absolute path; made when something is attached.
    public let root: String
    /// The name of the directory in it that takes copies until the host has put them in their place.
    ///
    /// It cannot be guessed, so two runs with one directory do not meet.
    let staging: String
    /// Whether all are in the directory itself, as Swift Testing keeps them, and not by bundle, class and case.
    public let isFlat: Bool

    /// A place in a directory that was given, or in one of its own for temporary files.
    ///
    /// - Parameter token: A number that distinguishes this run from another.
    public init(given: String?, temporary: String, token: UInt64, isFlat: Bool = false) {
        let text = token.hexadecimal
        root = given ?? "\(temporary)/runner-attachments-\(text)"
        self.isFlat = isFlat
        staging = ".incoming-\(text)"
    }

    /// The directory that takes copies.
    public var stagingPath: String { "\(root)/\(staging)" }

    /// The path of a copy there.
    public func path(ofStaged number: UInt64) -> String { "\(stagingPath)/\(number.hexadecimal)" }
}

/// An attachment that a worker has copied and the host has not yet moved to its directory.
public struct StagedAttachment: Equatable, Sendable {
    /// The name that the test gives it.
    public var name: String
    /// Which copy it is.
    public var number: UInt64
    /// The size, in bytes.
    public var size: UInt64

    /// Makes one from its parts.
    public init(name: String, number: UInt64, size: UInt64) {
        self.name = name
        self.number = number
        self.size = size
    }
}
