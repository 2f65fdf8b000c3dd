// SPDX-License-Identifier: MIT

/// A number of 64 bits that represents content: equal content has equal numbers, and other content nearly surely others.
public struct Fingerprint: Equatable, Sendable {
    /// The number.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The number of nothing.
    public init() {}

    /// Takes in a byte.
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// Takes in some bytes, and where they end.
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(part: bytes)
        end(after: bytes.count)
    }

    /// Takes in a part of some bytes, of which each but the last has a multiple of eight; `end(after:)` comes after the last.
    public mutating func add(part bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 29
            place += 8
        }
        while place < bytes.count {
            add(bytes[place])
            place += 1
        }
    }

    /// Takes in where so many bytes end, whose parts were taken in.
    public mutating func end(after count: Int) {
        value ^= UInt64(truncatingIfNeeded: count)
        mix()
    }

    /// Takes in some bytes, and where they end.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        let isTaken: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isTaken == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    /// Takes in a number.
    public mutating func add(_ number: UInt64) {
        // A number that was made in the same way must not cancel it.
        let spread = (number ^ number >> 32) &* 0xD6E8_FEB8_6659_FD93
        value = (value ^ spread) &* 0x9E37_79B9_7F4A_7C15
        mix()
    }

    /// Takes in a text, and where it ends.
    public mutating func add(_ text: String) { add(text.utf8) }

    /// Spreads what was taken in over all bits.
    private mutating func mix() {
        value ^= value >> 29
        value = value &* 0xBF58_476D_1CE4_E5B9
        value ^= value >> 32
    }

    /// The number of some bytes.
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var result = Fingerprint()
        result.add(bytes)
        return result.value
    }
}
