// SPDX-License-Identifier: MIT

import Stock
import XCTest

final class StockTests: XCTestCase {
    func testIsEmpty() { XCTAssertEqual(Stock().total, 0) }

    func testAdds() throws {
        var stock = Stock()
        try stock.add(2, of: "apple")
        XCTAssertEqual(stock.total, 2)
    }

    func testAddsLater() async throws {
        await Task.yield()
        var stock = Stock()
        try stock.add(1, of: "pear")
        XCTAssertEqual(stock.counts["pear"], 1)
    }
}

/// Cases of which some do not pass.
final class OutcomeTests: XCTestCase {
    func testPasses() { print("two words, one behind the", terminator: " ") }

    func testFails() {
        XCTAssertEqual("a", "b", "one is not the other")
        XCTAssertTrue(false)
    }

    func testThrows() throws {
        var stock = Stock()
        try stock.add(-1, of: "plum")
    }

    func testSkips() throws { throw XCTSkip("not today") }

}
