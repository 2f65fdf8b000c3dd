// SPDX-License-Identifier: MIT

import TestKit

/// Texts in characters that take two columns, none, or are not for screens.
final class WideCharacterPresentationTests: TestCase {
    func testChineseWarehouseNames() {
        expectEqual("北京仓库的库存清单已经更新但是没有通知任何人因为系统在更新的时候停止了工作", "北京")
    }

    func testFamiliesAndFlags() { expectEqual("👩‍👩‍👧🇩🇪 e\u{301}", "👨‍👩‍👧🇫🇷 é") }

    func testControlCharacters() { expectEqual("a\u{1B}[31mb\u{202E}c\0d", "plain") }

    func testManyLines() { fail((1...60).map { "line \($0)" }.joined(separator: "\n")) }

    func testNothingToSay() { fail("") }

    func `test a name with spaces, and 'quotes'`() { fail("odd") }
}
