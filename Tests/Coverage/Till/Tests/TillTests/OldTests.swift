// SPDX-License-Identifier: MIT

import Till
import XCTest

/// The lines that XCTest reaches.
final class OldTests: XCTestCase {
    func testAdds() { XCTAssertEqual(Till.total([1, 2]), 3) }
    func testAddsNothing() { XCTAssertEqual(Till.total([]), 0) }
    func testCrashes() { fatalError("on purpose: \(Till.refund(3))") }
}
