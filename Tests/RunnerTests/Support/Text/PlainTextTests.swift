// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Finding the bytes of a text that do not stand in JSON as they are.
struct PlainTextTests {
    /// Whether a byte ends a plain stretch: by the words of RFC 8259, DEL, and the first byte of C1 in UTF-8.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        [0x22, 0x5C, 0x7F, 0xC2].contains(byte) || byte < 0x20
    }

    @Test("each byte is found at each place of a word and behind it, whatever is beside it")
    func everyPlace() {
        var wrong: [String] = []
        for filler in [UInt8(ascii: "a"), 0x20, 0x21, 0x23, 0x80, 0xC3, 0xFF] {
            for byte in UInt8.min...UInt8.max {
                for place in 0..<19 {
                    var text = [UInt8](repeating: filler, count: 19)
                    text[place] = byte
                    let expected = Self.isSpecial(byte) ? place : text.count
                    let count = text.withUnsafeBufferPointer { PlainText.count($0, from: 0) }
                    if count != expected { wrong.append("\(byte) at \(place) among \(filler): \(count)") }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("of two bytes the first is found, and one in front of the start is none")
    func firstOfTwo() {
        let text = Array("ab\"de\\ghijklm\u{1}op".utf8)
        text.withUnsafeBufferPointer { text in
            #expect(PlainText.count(text, from: 0) == 2)
            #expect(PlainText.count(text, from: 3) == 2)
            #expect(PlainText.count(text, from: 6) == 7)
            #expect(PlainText.count(text, from: 14) == 2)
            #expect(PlainText.count(text, from: 16) == 0)
        }
    }
}
