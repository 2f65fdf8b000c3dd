// SPDX-License-Identifier: MIT

import TestKit
import Testing

/// One more than a number.
func plusOne(_ number: Int) -> Int { number + 1 }

/// Swift Testing's own macros in TestKit's cases.
final class ExpectTests: TestCase {
    func testExpects() { #expect(plusOne(2) == 4) }

    func testRequires() throws {
        try #require(plusOne(1) == 3, "as it should")
        fail("went on")
    }

    func testRecords() { Issue.record("by hand") }

    func testHolds() throws {
        #expect(plusOne(1) == 2)
        try #require(plusOne(2) == 3)
    }

    func testIsKnown() throws {
        try TestKit.withKnownIssue { #expect(plusOne(2) == 5) }
    }

    func testIsKnownToThem() {
        Testing.withKnownIssue { #expect(plusOne(2) == 6) }
    }

    func testElsewhere() async {
        await Task.detached { #expect(plusOne(2) == 7) }.value
    }
}
