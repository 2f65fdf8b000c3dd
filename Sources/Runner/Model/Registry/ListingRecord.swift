// SPDX-License-Identifier: MIT

import RunnerSupport

/// One bundle's part of the listing in shared memory: its length, the bundle's index, then the text that `BundleEnumerator` wrote.
public struct ListingRecord {
    /// The bytes do not begin with a record.
    public struct Malformed: Error {}

    /// The home of a class that the listing bundle itself registers.
    public static let ownHome = UInt32.max

    /// The bytes of a record before its contents: length and index.
    private static let headerSize = 8

    /// Which bundle it is about, by file index.
    public let file: Int
    /// Where its contents are in the listing.
    public let contents: Range<Int>

    /// Reads the record that begins at an offset; nil at the end of the listing.
    public static func next(in listing: [UInt8], at offset: Int) throws(Malformed) -> ListingRecord? {
        guard offset < listing.count else { return nil }
        var reader = ByteReader(listing, from: offset)
        guard let length = try? reader.read(UInt32.self), let file = try? reader.read(UInt32.self),
            length >= headerSize, offset + Int(length) <= listing.count
        else { throw Malformed() }
        return ListingRecord(file: Int(file), contents: reader.offset..<offset + Int(length))
    }
}
