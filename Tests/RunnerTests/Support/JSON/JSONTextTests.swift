// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerSupport

/// The reader of JSON: RFC 8259, strictly, with places.
///
/// Rule 63.
struct JSONTextTests {
    /// Reads a text.
    func read(_ text: String) throws(JSONText.Fault) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    /// Returns the fault of some bytes: "line:column reason".
    func fault(_ bytes: [UInt8]) -> String? {
        do throws(JSONText.Fault) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch { return "\(JSONText(bytes).position(of: error.offset)) \(error.reason)" }
    }

    @Test("values and their places")
    func places() throws {
        let value = try read("\n {\"a\": [1, -2.5e+3],\r\n\t\"ö\": {\"x\": null}, \"t\":true}\n")
        let members = value.members
        #expect(value.position.description == "2:2")
        #expect(members.map(\.name) == ["a", "ö", "t"])
        #expect(members.map(\.position.description) == ["2:3", "3:2", "3:20"])
        let numbers = members[0].value.elements
        #expect(numbers.map(\.number) == ["1", "-2.5e+3"])
        #expect(numbers.map(\.position.description) == ["2:9", "2:12"])
        #expect(members[2].value.boolean == true)
    }

    @Test(
        "texts",
        arguments: [
            (#""\"\\\/\b\f\n\r\tz""#, "\"\\/\u{8}\u{c}\n\r\tz"), (#""\u00e4\u20AC""#, "ä€"), (#""\ud83d\ude00""#, "😀"),
            ("\"😀é\"", "😀é"), (#""\u0000""#, "\0"),
        ])
    func texts(json: String, text: String) throws { #expect(try read(json).string == text) }

    @Test(
        "what is none",
        arguments: [
            ("", "1:1 expected a value, got the end of the file"),
            ("{", "1:2 expected a name in quotation marks, got the end of the file"),
            ("[1,]", "1:4 expected a value, got ']'"),
            ("{\"a\":1,}", "1:8 expected a name in quotation marks, got '}'"),
            ("[1 2]", "1:4 expected ',' or ']', got '2'"), ("{\"a\" 1}", "1:6 expected ':', got '1'"),
            ("{\"a\":1,\n \"a\":2}", "2:2 'a' is a duplicate member"),
            ("01", "1:2 expected the end of the file, got '1'"),
            ("-", "1:2 expected a digit, got the end of the file"),
            ("1.", "1:3 expected a digit, got the end of the file"),
            ("1e", "1:3 expected a digit, got the end of the file"), ("+1", "1:1 expected a value, got '+'"),
            (".5", "1:1 expected a value, got '.'"), ("NaN", "1:1 expected a value, got 'N'"),
            ("nul", "1:4 expected 'null', got the end of the file"), ("trUe", "1:3 expected 'true', got 'U'"),
            ("\"a", "1:3 expected the text's closing quotation mark, got the end of the file"),
            ("\"a\nb\"", "1:3 expected the text's closing quotation mark, got the control character 10"),
            (#""\x""#, #"1:3 expected one of " \ / b f n r t u after a backslash, got 'x'"#),
            (#""\u12g4""#, "1:6 expected a hexadecimal digit, got 'g'"),
            (#""\ud800""#, "1:2 a surrogate without its other half is not a character"),
            (#""\ud800\u0041""#, "1:2 a surrogate without its other half is not a character"),
            (#""\udc00""#, "1:2 a surrogate without its other half is not a character"),
            ("// no\n1", "1:1 expected a value, got '/'"), ("\u{FEFF}1", "1:1 expected a value, got a byte order mark"),
            ("'a'", "1:1 expected a value, got '''"), ("1\u{A0}", "1:2 expected the end of the file, got '\u{A0}'"),
        ])
    func malformed(json: String, reason: String) { #expect(fault(Array(json.utf8)) == reason) }

    @Test("not UTF 8")
    func notUTF8() {
        #expect(fault(Array("[\n \"ä".utf8) + [0xFF]) == "2:4 the file is not UTF-8")
        #expect(fault([0xC3]) == "1:1 the file is not UTF-8")
    }

    /// The time that this thread has used a processor, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Half a megabyte of them: to look at all of it for each of them takes many seconds.
    @Test("one bad byte among many good ones is found at once", arguments: [0, 1 << 18, 1 << 19])
    func badByte(before: Int) {
        let good = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 19)
        let text = Array("[\"".utf8) + good[..<before] + [0xC3, 0x28] + good[before...]
        let start = Self.processorTime
        #expect(fault(text) == "1:\(before + 3) the file is not UTF-8")
        #expect(Self.processorTime - start < 1)
    }

    @Test(
        "no characters",
        arguments: [
            [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xBF], [0xFF],
            [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
        ] as [[UInt8]])
    func noCharacters(bytes: [UInt8]) {
        // Wherever in a word of eight bytes it stands.
        for before in 0..<10 {
            let text = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "a"), count: before) + bytes
            #expect(fault(text + Array("aaaaaaaaaa\"".utf8)) == "1:\(before + 2) the file is not UTF-8")
            #expect(fault(text) == "1:\(before + 2) the file is not UTF-8")
        }
    }

    @Test("every character is taken")
    func characters() {
        for value in stride(from: UInt32(0x20), to: 0x11_0000, by: 7) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            #expect(fault(Array("\"\(scalar)\"".utf8)) == nil, "\(value)")
        }
    }

    @Test("many members are distinguished in time in proportion")
    func manyMembers() {
        let members = (0..<20_000).map { "\"m\($0)\":0" }
        #expect(fault(Array("{\(members.joined(separator: ","))}".utf8)) == nil)
        let twice = fault(Array("{\(members.joined(separator: ",")),\"m\\u0037\":1}".utf8))
        #expect(twice?.hasSuffix("'m7' is a duplicate member") == true)
    }

    @Test("depth has a limit")
    func depthLimit() {
        #expect(fault(Array(String(repeating: "[", count: 64).utf8))?.contains("expected a value") == true)
        #expect(
            fault(Array(String(repeating: "[", count: 100_000).utf8)) == "1:65 values are nested more than 64 deep")
    }

    @Test("every beginning of a text is refused")
    func beginnings() {
        let text = Array(#"{"a": [1.5e-2, "x\u00e4\n", true], "ö": {"b": null, "c": false}}"#.utf8)
        #expect(fault(text) == nil)
        for count in 0..<text.count { #expect(fault(Array(text[..<count])) != nil) }
    }
}
