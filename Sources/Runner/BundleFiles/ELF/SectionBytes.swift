// SPDX-License-Identifier: MIT

/// The bytes of a section of an object file, read from the front.
///
/// After the end, and after a number that makes no sense, every read gives zero and `hasFailed` is true.
struct SectionBytes {
    /// The section.
    private let bytes: [UInt8]
    /// The next byte.
    private(set) var place: Int
    /// The end of the readable bytes (exclusive).
    private(set) var end: Int
    /// Whether more was asked for than there is.
    private(set) var hasFailed = false

    /// A section, from its front.
    init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    /// A part of a section.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// Whether there is nothing left.
    var isAtEnd: Bool { hasFailed || place >= end }

    /// The next byte.
    mutating func byte() -> UInt8 {
        guard !isAtEnd else {
            hasFailed = true
            return 0
        }
        place += 1
        return bytes[place - 1]
    }

    /// A little-endian number of some bytes, eight at most.
    mutating func number(_ width: Int) -> UInt64 {
        var result: UInt64 = 0
        for index in 0..<width { result |= UInt64(byte()) << UInt64(8 * index) }
        return result
    }

    /// An unsigned number of seven bits to a byte (LEB128).
    mutating func unsigned() -> UInt64 {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = byte()
            if shift < 64 { result |= UInt64(next & 0x7F) << shift }
            shift += 7
            if next & 0x80 == 0 { return result }
        }
    }

    /// A signed number of seven bits to a byte (LEB128).
    mutating func signed() -> Int64 {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = byte()
            if shift < 64 { result |= UInt64(next & 0x7F) << shift }
            shift += 7
            if next & 0x80 != 0 { continue }
            if next & 0x40 != 0, shift < 64 { result |= UInt64.max << shift }
            return Int64(bitPattern: result)
        }
    }

    /// The text up to the next zero byte.
    mutating func text() -> String {
        let start = place
        while byte() != 0 {}
        return hasFailed ? "" : String(decoding: bytes[start..<place - 1], as: UTF8.self)
    }

    /// Passes over some bytes.
    mutating func skip(_ count: UInt64) {
        if hasFailed || count > UInt64(max(0, end - place)) { hasFailed = true } else { place += Int(count) }
    }

    /// The next so many bytes by themselves, which are passed over here.
    mutating func part(_ count: UInt64) -> SectionBytes {
        let start = place
        skip(count)
        var part = SectionBytes(bytes, start..<(hasFailed ? start : place))
        part.hasFailed = hasFailed
        return part
    }
}
