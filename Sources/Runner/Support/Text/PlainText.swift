// SPDX-License-Identifier: MIT

/// The characters of a text that are in JSON as they are, found eight bytes at a time.
enum PlainText {
    /// A word in which each byte is 1.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// A word in which each byte has its highest bit alone.
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The number of bytes from a place on that are plain: no control character of ASCII, no quotation mark, no backslash, and none that
    /// may begin a control character beyond ASCII.
    @inline(__always)
    static func count(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place + 8 <= text.count {
            let word = UInt64(
                littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let found = special(word)
            if found != 0 { return place - start + found.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < text.count, !isSpecial(text[place]) { place += 1 }
        return place - start
    }

    /// Whether a byte is not plain.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2
    }

    /// The highest bits of the bytes of a word that are not plain; above the first of them, also of others.
    ///
    /// A byte less 0x20, or a byte that is 0 less 1, takes the highest bit from above where it was not set: Mycroft's test.
    private static func special(_ word: UInt64) -> UInt64 {
        let control = (word &- ones &* 0x20) & ~word
        return
            (control | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0x7F)
            | zeros(word ^ ones &* 0xC2)) & tops
    }

    /// A word whose highest bits show the bytes that are 0.
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
