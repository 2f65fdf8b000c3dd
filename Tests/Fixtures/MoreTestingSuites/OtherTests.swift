// SPDX-License-Identifier: MIT

import TestKit
import Testing

/// Another bundle with a TestKit of its own: a process has one handler for Swift Testing's failures.
final class OtherTests: TestCase {
    func testExpects() {
        let sum = 1 + 1
        #expect(sum == 3)
    }

    func testIsKnown() throws {
        let sum = 1 + 1
        try TestKit.withKnownIssue { #expect(sum == 4) }
    }

    func testHolds() { #expect(Bool(true)) }
}
