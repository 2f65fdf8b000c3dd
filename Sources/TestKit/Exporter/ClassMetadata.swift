// SPDX-License-Identifier: MIT

import Glibc

/// A class's metadata record as words, from its address point on.
///
/// The layout is that of the Swift runtime on platforms without Objective-C (docs/ABI/TypeMetadata.rst in the Swift
/// repository).
struct ClassMetadata {
    /// The record.
    private let address: UnsafeRawPointer

    /// The metadata of a class.
    init(_ type: AnyClass) { address = unsafeBitCast(type, to: UnsafeRawPointer.self) }

    /// The words that contain members: after the header, up to the record's end.
    var memberWords: Range<Int> {
        let word = MemoryLayout<UInt>.size
        // Kind, superclass, flags and address point, instance size and alignment; then class size and address point.
        let size = address.load(fromByteOffset: 4 * word, as: UInt32.self)
        let addressPoint = address.load(fromByteOffset: 4 * word + 4, as: UInt32.self)
        let headerWords = 7
        return headerWords..<max(headerWords, (Int(size) - Int(addressPoint)) / word)
    }

    /// Where the class's declaration is described: in the image that declares it, also where the metadata is made at run time.
    var descriptor: UnsafeRawPointer {
        // After class size and address point.
        let descriptorWord = 5
        return UnsafeRawPointer(bitPattern: self[descriptorWord]) ?? address
    }

    /// Whether the class has generic parameters, its own or those of a type around it.
    var isGeneric: Bool { descriptor.load(as: UInt32.self) & 0x80 != 0 }

    /// Whether some words are the other's.
    func isEqual(to other: ClassMetadata, in words: Range<Int>) -> Bool {
        let (start, size) = (words.lowerBound * MemoryLayout<UInt>.size, words.count * MemoryLayout<UInt>.size)
        return memcmp(address + start, other.address + start, size) == 0
    }

    /// The word at an index.
    subscript(word: Int) -> UInt {
        address.load(fromByteOffset: word * MemoryLayout<UInt>.size, as: UInt.self)
    }
}
