// SPDX-License-Identifier: MIT

/// SipHash-2-4, a keyed 64-bit hash (Aumasson and Bernstein, 2012): the same on any machine, unlike `Hasher`.
///
/// A value that is copied after some bytes goes on from there, so that a prefix that many texts share is hashed once.
public struct SipHash24: Sendable {
    /// The state's four words.
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// Bytes that do not fill a word yet, the first one lowest.
    private var tail: UInt64 = 0
    /// The number of bytes that came in.
    private var count = 0

    /// Starts with a 128-bit key, as two little-endian words.
    public init(k0: UInt64, k1: UInt64) {
        v0 = k0 ^ 0x736f_6d65_7073_6575
        v1 = k1 ^ 0x646f_7261_6e64_6f6d
        v2 = k0 ^ 0x6c79_6765_6e65_7261
        v3 = k1 ^ 0x7465_6462_7974_6573
    }

    /// Takes some bytes.
    @inline(__always)
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in bytes { append(UInt64(byte), size: 1) }
        }
    }

    /// Takes bytes that are side by side.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // A copy stays in registers.
        var hash = self
        hash.take(bytes)
        self = hash
    }

    /// Takes bytes that are side by side: eight at a time, wherever a word began.
    @inline(__always)
    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        guard var place = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest >= 8 {
            append(UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)), size: 8)
            (place, rest) = (place + 8, rest - 8)
        }
        if rest > 0, bytes.count >= 8 {
            // The last eight, less those that were taken.
            let last = (place + (rest - 8)).loadUnaligned(as: UInt64.self)
            append(UInt64(littleEndian: last) >> (UInt64(truncatingIfNeeded: 8 - rest) * 8), size: rest)
        } else if rest > 0 {
            var word: UInt64 = 0
            for index in 0..<rest {
                word |= UInt64(place.load(fromByteOffset: index, as: UInt8.self)) << (UInt64(index) * 8)
            }
            append(word, size: rest)
        }
    }

    /// Takes up to eight bytes, the first one lowest.
    @inline(__always)
    private mutating func append(_ word: UInt64, size: Int) {
        let filled = count & 7
        tail |= word &<< UInt64(truncatingIfNeeded: filled * 8)
        count &+= size
        guard filled + size >= 8 else { return }
        compress(tail)
        tail = filled == 0 ? 0 : word &>> UInt64(truncatingIfNeeded: 64 - filled * 8)
    }

    /// The hash of all bytes so far.
    ///
    /// More may follow.
    public func finalized() -> UInt64 {
        var copy = self
        return copy.finish()
    }

    /// The hash of all bytes so far and of some further ones, at one go.
    public func finalized(appending bytes: UnsafeRawBufferPointer) -> UInt64 {
        var copy = self
        copy.take(bytes)
        return copy.finish()
    }

    /// Mixes in the last word.
    @inline(__always)
    private mutating func finish() -> UInt64 {
        compress(tail | UInt64(truncatingIfNeeded: count) << 56)
        v2 ^= 0xff
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    /// Mixes a word in.
    @inline(__always)
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    /// One SipRound.
    @inline(__always)
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
