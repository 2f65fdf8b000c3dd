// SPDX-License-Identifier: MIT

/// SipHash-2-4, a keyed 64-bit hash (Aumasson and Bernstein, 2012): the same on any machine, unlike `Hasher`.
///
/// A value that is copied after some bytes goes on from there, so that a prefix that many texts share is hashed once.
struct SipHash24 {
    /// The state's four words.
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// Bytes that do not fill a word yet, the first one lowest.
    private var tail: UInt64 = 0
    /// How many bytes came in.
    private var count = 0

    /// Starts with a 128-bit key, as two little-endian words.
    init(k0: UInt64, k1: UInt64) {
        v0 = k0 ^ 0x736f_6d65_7073_6575
        v1 = k1 ^ 0x646f_7261_6e64_6f6d
        v2 = k0 ^ 0x6c79_6765_6e65_7261
        v3 = k1 ^ 0x7465_6462_7974_6573
    }

    /// Takes some bytes.
    @inline(__always)
    mutating func append(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in bytes { append(byte) }
        }
    }

    /// Takes bytes that stand side by side: eight at a time, from where a word begins.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place < bytes.count, count & 7 != 0 {
            append(bytes[place])
            place += 1
        }
        while bytes.count - place >= 8 {
            compress(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            count += 8
            place += 8
        }
        while place < bytes.count {
            append(bytes[place])
            place += 1
        }
    }

    /// Takes a byte.
    private mutating func append(_ byte: UInt8) {
        tail |= UInt64(byte) << (UInt64(count & 7) * 8)
        count += 1
        if count & 7 == 0 {
            compress(tail)
            tail = 0
        }
    }

    /// The hash of all bytes so far.
    ///
    /// More may follow.
    func finalized() -> UInt64 {
        var copy = self
        copy.compress(tail | UInt64(truncatingIfNeeded: count) << 56)
        copy.v2 ^= 0xff
        for _ in 0..<4 { copy.round() }
        return copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
    }

    /// Mixes a word in.
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    /// One SipRound.
    private mutating func round() {
        v0 &+= v1
        v1 = Self.rotate(v1, 13) ^ v0
        v0 = Self.rotate(v0, 32)
        v2 &+= v3
        v3 = Self.rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = Self.rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = Self.rotate(v1, 17) ^ v2
        v2 = Self.rotate(v2, 32)
    }

    /// A word, its bits turned to the left.
    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
}
