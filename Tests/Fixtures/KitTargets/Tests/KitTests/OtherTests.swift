// SPDX-License-Identifier: MIT

import Testing
import XCTest

@Test func adds() { #expect(1 + 1 == 2) }

final class OlderTests: XCTestCase {
    func testAdds() { XCTAssertEqual(1 + 1, 2) }
}
