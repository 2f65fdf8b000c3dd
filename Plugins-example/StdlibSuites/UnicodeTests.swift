// SPDX-License-Identifier: MIT

import TestKit

/// Characters, scalars and encodings.
final class UnicodeTests: TestCase {
    func testACharacterIsWhatAReaderSees() {
        expectEqual("👩‍👩‍👧‍👦".count, 1)
        expectEqual("🇩🇪🇫🇷".count, 2)
        expectEqual("e\u{301}".count, 1)
        expectEqual("\r\n".count, 1)
        expectEqual("👩‍👩‍👧‍👦".unicodeScalars.count, 7)
    }

    func testEncodingsHaveTheirOwnLengths() {
        let text = "aß€😀"
        expectEqual(text.utf8.count, 1 + 2 + 3 + 4)
        expectEqual(text.utf16.count, 1 + 1 + 1 + 2)
        expectEqual(Array("€".utf8), [0xE2, 0x82, 0xAC])
    }

    func testDecodingRepairsAndValidationRefuses() {
        let broken: [UInt8] = [0x61, 0xFF, 0x62]
        expectEqual(String(decoding: broken, as: UTF8.self), "a\u{FFFD}b")
        expectNil(String(validating: broken, as: UTF8.self))
        expectEqual(String(validating: "ab".utf8, as: UTF8.self), "ab")
    }

    func testCaseMappingMayChangeTheLength() {
        expectEqual("straße".uppercased(), "STRASSE")
        expectEqual("ΣΊΣΥΦΟΣ".lowercased().count, 7)
        expectEqual("ﬁn".uppercased(), "FIN")
    }

    func testPropertiesOfCharacters() {
        expectEqual(Character("٣").wholeNumberValue, 3)
        expectTrue(Character("ǅ").isLetter)
        expectTrue(Character("\u{3000}").isWhitespace)
        expectFalse(Character("x").isNumber)
    }

    func testSplittingKeepsEmptyPartsOnRequest() {
        expectEqual("a,,b,".split(separator: ","), ["a", "b"])
        expectEqual("a,,b,".split(separator: ",", omittingEmptySubsequences: false), ["a", "", "b", ""])
    }

    func testPatternsCaptureInTypes() throws {
        let version = try requireNotNil("swift-6.3.1-RELEASE".firstMatch(of: /(\d+)\.(\d+)(?:\.(\d+))?/))
        expectEqual(version.output.1, "6")
        expectEqual(version.output.3, "1")
        expectMatches("swift-6.3.1-RELEASE", /[a-z]+-.*/)
    }
}
