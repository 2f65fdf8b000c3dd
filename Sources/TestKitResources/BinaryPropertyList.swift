// SPDX-License-Identifier: MIT

import Foundation

/// The kinds of values in a binary property list, looked at before Foundation reads it.
///
/// The format has numbers for kinds that no property list has: sets, references of archives, nothing. Foundation makes
/// values of some of them, and a set in a dictionary ends the process.
enum BinaryPropertyList {
    /// The beginning of a binary property list; Foundation accepts any version after it.
    private static let magic = Array("bplist".utf8)
    /// The size of that with the version.
    private static let headerSize = 8
    /// The size of what is at its end: sizes of numbers, counts, the place of the table.
    private static let trailerSize = 32

    /// Returns the first value that no property list has, in words; nil if there is none, or the bytes are none of a binary one.
    static func foreignValue(in data: Data) -> String? {
        let bytes = [UInt8](data)
        guard bytes.starts(with: magic), bytes.count >= headerSize + trailerSize else { return nil }
        let trailer = bytes.count - trailerSize
        func number(at place: Int, size: Int) -> Int? {
            guard size > 0, size <= 8, place >= 0, place <= bytes.count - size else { return nil }
            return Int(exactly: bytes[place..<place + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        }
        let size = Int(bytes[trailer + 6])
        guard let count = number(at: trailer + 8, size: 8), let table = number(at: trailer + 24, size: 8),
            table < trailer, size > 0, count <= (trailer - table) / size
        else { return nil }
        for index in 0..<count {
            guard let place = number(at: table + index * size, size: size), place < table else { return nil }
            if let words = foreignKind(bytes[place]) { return "\(words) at byte \(place)" }
        }
        return nil
    }

    /// Returns what a value is that begins with a byte, if that is nothing for a property list.
    private static func foreignKind(_ marker: UInt8) -> String? {
        switch marker {
        case 0x08, 0x09, 0x10...0x14, 0x20...0x23, 0x33, 0x40...0x6F, 0xA0...0xAF, 0xD0...0xDF: nil
        case 0x80...0x8F: "a reference of an archive"
        case 0xB0...0xCF: "a set"
        case 0x00: "nothing"
        default: "a value of an unknown kind"
        }
    }
}
