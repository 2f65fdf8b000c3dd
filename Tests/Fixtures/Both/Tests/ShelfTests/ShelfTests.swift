// SPDX-License-Identifier: MIT

import Stock
import Testing
import XCTest

/// A class of the same name as one of another module.
final class OutcomeTests: XCTestCase {
    func testPasses() {}
}

/// A suite beside a class, in one file.
@Suite struct ShelfSuite {
    @Test func holds() { #expect(Stock().counts.isEmpty) }
}
