// SPDX-License-Identifier: MIT

/// Appends numbers and texts to the bytes of a block in the history's files.
public struct BlockWriter {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes one from its parts.
    public init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Appends a number in eight bytes, the lowest first.
    public mutating func append(_ number: UInt64) { append(number, width: 8) }

    /// Appends the lowest bytes of a number, the lowest first.
    public mutating func append(_ number: UInt64, width: Int) {
        for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    /// Appends a number in as many groups of seven bits as it needs.
    public mutating func append(short number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a count or a place.
    public mutating func append(short number: Int) { append(short: UInt64(max(0, number))) }

    /// Appends a text and its length.
    public mutating func append(_ text: some Collection<UInt8>) {
        append(short: text.count)
        bytes += text
    }

    /// Appends a text and its length.
    public mutating func append(_ text: String) { append(text.utf8) }

    /// Appends results, two bytes each.
    public mutating func append(_ results: [HistoryResult]) {
        append(short: results.count)
        for result in results { append(UInt64(result.bits), width: 2) }
    }
}
