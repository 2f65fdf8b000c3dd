// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Strangers' text at a terminal.
struct TerminalTextTests {
    @Test("a byte that is not plain to see is found at each place of a text", arguments: 0...20)
    func plain(count: Int) {
        // Each of these beside each: the ends of what is plain, and what lies beyond them.
        let bytes: [UInt8] = [0, 0x1F, 0x20, 0x41, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xFF]
        for number in 0..<(count * bytes.count * bytes.count) {
            let (place, pair) = number.quotientAndRemainder(dividingBy: bytes.count * bytes.count)
            var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
            text[place] = bytes[pair % bytes.count]
            if place + 1 < count { text[place + 1] = bytes[pair / bytes.count] }
            #expect(TerminalText.isPlain(text) == text.allSatisfy { (0x20...0x7E).contains($0) }, "\(text)")
        }
        #expect(TerminalText.isPlain([UInt8](repeating: 0x7E, count: count)))
    }

    @Test(
        "line",
        arguments: [
            ("plain text", "plain text"), ("a\u{1B}[31mred", "a\\u{1B}[31mred"), ("a\r\nb", "a\\r\\nb"),
            ("a\tb", "a    b"),
            ("bell\u{7}", "bell\\u{7}"), ("del\u{7F}", "del\\u{7F}"), ("c1\u{9B}2J", "c1\\u{9B}2J"),
            ("nul\u{0}", "nul\\u{0}"),
            ("bidi\u{202E}x\u{2066}y", "bidi\\u{202E}x\\u{2066}y"), ("zero\u{200B}width", "zero\\u{200B}width"),
            ("mark\u{200E}", "mark\\u{200E}"), ("bom\u{FEFF}", "bom\\u{FEFF}"), ("line\u{2028}sep", "line\\u{2028}sep"),
            ("private\u{E000}", "private\\u{E000}"), ("Größe", "Größe"), ("日本", "日本"), ("👩‍🚀", "👩‍🚀"), ("", ""),
        ])
    func line(text: String, shown: String) { #expect(TerminalText.line(text) == shown) }

    @Test("nothing that moves is ever left")
    func controlBytes() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
            let isBidi = [0x61C, 0x200E, 0x200F].contains(value) || (0x202A...0x202E).contains(value)
            if isControl || isBidi || (0x2066...0x2069).contains(value) {
                #expect(!TerminalText.line("a\(scalar)b").unicodeScalars.contains(scalar), "\(value)")
            }
        }
    }

    @Test(
        "width",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("Ａ", 2), ("ｱ", 1), ("😀", 2), ("👩‍🚀", 2), ("🇩🇪", 2),
            ("\u{20000}", 2), ("…", 1),
        ])
    func width(text: String, columns: Int) throws {
        #expect(TerminalText.width(of: try #require(text.first)) == columns)
    }

    @Test(
        "truncated",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("日本語", 6, "日本語"),
            ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"), ("äöü", 3, "äöü"),
            ("😀😀", 3, "😀…"), ("", 0, ""),
        ])
    func truncated(text: String, columns: Int, shown: String) {
        #expect(TerminalText.truncated(text, to: columns) == shown)
    }
}
