// SPDX-License-Identifier: MIT

/// The key that places a test in a seeded order: a documented hash of the seed and the test's identity alone.
///
/// The key is SipHash-2-4 with the 128-bit key (seed, 0x746573746b697431) over the identity's UTF-8 bytes, so that one
/// seed gives one order on any machine, and leaving tests out or adding some never changes the order of the rest.
/// `docs/ORDER.md` has golden values, and how to compute them elsewhere. The streams of random numbers begin at
/// other keys (`Chance`).
///
/// Rules 12 and 13.
public struct OrderKey {
    /// The key's second half: the bytes "1tiktset", that is "testkit1" read as a big-endian number.
    public static let domain: UInt64 = 0x7465_7374_6b69_7431

    /// The state after all bytes so far.
    private var hash: SipHash24

    /// The key of an identity, or of the beginning of some.
    public init(seed: UInt64, prefix: String) {
        hash = SipHash24(k0: seed, k1: Self.domain)
        hash.append(prefix.utf8)
    }

    /// The value to sort tests by, the smallest first.
    public var value: UInt64 { hash.finalized() }

    /// The key of an identity that goes on with a text.
    @inline(__always)
    public func appending(_ text: StaticString) -> OrderKey {
        var key = self
        text.withUTF8Buffer { key.hash.append(UnsafeRawBufferPointer($0)) }
        return key
    }

    /// The value of an identity that goes on with some bytes and ends there.
    @inline(__always)
    public func value(appending bytes: UnsafeRawBufferPointer) -> UInt64 { hash.finalized(appending: bytes) }

    /// The key of an identity that goes on with some bytes.
    @inline(__always)
    public func appending(_ bytes: UnsafeRawBufferPointer) -> OrderKey {
        var key = self
        key.hash.append(bytes)
        return key
    }
}
