// SPDX-License-Identifier: MIT

import Glibc

/// Texts so large that only a part of them is looked at: to go through the characters of one takes seconds.
enum LargeText {
    /// A text of more bytes is large.
    private static let limit = 100_000
    /// The most bytes of a line before the first difference, and from it on.
    private static let (lead, rest) = (80, 400)

    /// Whether a text is large.
    static func isLarge(_ text: some StringProtocol) -> Bool { text.utf8.count > limit }

    /// The line in which two texts differ at first, and the one in the other text; nil if their bytes are the same.
    static func difference(expected: String, actual: String) -> String? {
        var (expected, actual) = (expected, actual)
        return expected.withUTF8 { expected in
            actual.withUTF8 { actual in
                let place = commonPrefix(expected, actual)
                guard place < max(expected.count, actual.count) else { return nil }
                let line =
                    newlines(in: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(expected)[..<place])) + 1
                let (one, other, _) = VisibleText.lines([part(of: expected, at: place)], [part(of: actual, at: place)])
                return "first difference at line \(line), byte \(place + 1):\n- \(one[0])\n+ \(other[0])"
            }
        }
    }

    /// The number of bytes at the beginning that are the same in both.
    private static func commonPrefix(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = one.baseAddress, let second = other.baseAddress else { return 0 }
        let count = min(one.count, other.count)
        var (start, length) = (0, count)
        // The C library's comparison: suites are debug builds, in which a loop over the bytes takes a second.
        while length > 0 {
            let half = (length + 1) / 2
            if memcmp(first + start, second + start, half) == 0 {
                start += half
                length -= half
            } else if half == 1 {
                break
            } else {
                length = half
            }
        }
        return start
    }

    /// The number of line ends in a text.
    private static func newlines(in text: UnsafeRawBufferPointer) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var (count, start) = (0, 0)
        while let found = memchr(base + start, Int32(UInt8(ascii: "\n")), text.count - start) {
            count += 1
            start = UnsafeRawPointer(found) - base + 1
        }
        return count
    }

    /// The part of a line around a place.
    private static func part(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> String {
        var start = min(place, text.count)
        let first = max(0, start - lead)
        while start > first, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        // Not in the middle of a character.
        while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
        let isWhole = start == 0 || text[start - 1] == UInt8(ascii: "\n")
        let last = min(text.count, max(place, start) + rest)
        let end = text[start..<last].dropFirst(max(0, place - start)).firstIndex(of: UInt8(ascii: "\n")) ?? last
        let isCut = end == last && last < text.count
        // A character that the cut has split is not shown.
        let shown = String(decoding: text[start..<end], as: UTF8.self)
        return (isWhole ? "" : "…") + (isCut ? shown.prefix { $0 != "\u{FFFD}" } + "…" : shown[...])
    }
}
