// SPDX-License-Identifier: MIT

/// Looks for what is not UTF-8 (RFC 3629), in time in proportion to the bytes.
public enum UTF8Check {
    /// The offset of the first byte of the first sequence that is no character; nil if all are.
    public static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var place = range.lowerBound
        let end = range.upperBound
        while place < end {
            // Most of it is ASCII.
            while end - place >= 8,
                raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                place += 8
            }
            if place >= end { return nil }
            let count = length(bytes, at: place, end)
            if count == 0 { return place }
            place += count
        }
        return nil
    }

    /// How many bytes the character at a place has; 0 where there is none.
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ end: Int) -> Int {
        let first = bytes[place]
        if first < 0x80 { return 1 }
        let (count, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        // No longer forms than need be, no surrogates, nothing beyond the last character.
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        default: return 0
        }
        guard end - place >= count, second.contains(bytes[place + 1]) else { return 0 }
        for offset in 2..<max(2, count) where bytes[place + offset] & 0xC0 != 0x80 { return 0 }
        return count
    }
}
