// SPDX-License-Identifier: MIT

/// Reads what `CompactWriter` wrote; zero, and a fault, behind the end.
public struct CompactReader {
    /// The bytes.
    private let bytes: [UInt8]
    /// The next byte.
    private var place: Int
    /// Behind the last byte.
    private let end: Int
    /// Whether something made no sense.
    private var hasFailed = false

    /// Reads some bytes from a place up to another one.
    public init(bytes: [UInt8], place: Int, end: Int) {
        (self.bytes, self.place, self.end) = (bytes, max(0, place), min(end, bytes.count))
    }

    /// Whether all was read, and made sense.
    public var isComplete: Bool { !hasFailed && place == end }

    /// The next number.
    public mutating func number() -> Int {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while place < end, shift < 63 {
            let byte = bytes[place]
            place += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(clamping: result) }
            shift += 7
        }
        hasFailed = true
        return 0
    }

    /// The next number of eight bytes.
    public mutating func fixed() -> UInt64 {
        guard end - place >= 8 else {
            hasFailed = true
            return 0
        }
        defer { place += 8 }
        return bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
    }

    /// The next text.
    public mutating func text() -> String {
        let count = number()
        guard count <= end - place else {
            hasFailed = true
            return ""
        }
        defer { place += count }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    /// The next numbers, which ascend.
    public mutating func ascending() -> [Int] {
        var last = 0
        return list { reader in
            let step = reader.number()
            // No record has as many; more of them would have no sum.
            guard step <= 1 << 40, last <= 1 << 40 else {
                reader.hasFailed = true
                return 0
            }
            last += step
            return last
        }
    }

    /// The next values, of which each has a byte at least.
    public mutating func list<Value>(_ read: (inout CompactReader) -> Value) -> [Value] {
        let count = number()
        guard count <= end - place else {
            hasFailed = true
            return []
        }
        var result: [Value] = []
        for _ in 0..<count where !hasFailed { result.append(read(&self)) }
        return result
    }
}
