// SPDX-License-Identifier: MIT

import TestKit
import XCTest

/// XCTest's assertions in TestKit's cases.
final class BorrowedTests: TestCase {
    func testEqual() { XCTAssertEqual(1 + 1, 3, "the sum") }
    func testHolds() { XCTAssertEqual(1 + 1, 2) }
    func testUnwraps() throws { _ = try XCTUnwrap(Int("one")) }
    func testSkips() throws { throw XCTSkip("not today") }
    func testElsewhere() {
        let done = TestKit.Expectation("the work is done")
        DispatchQueue.global().async {
            XCTFail("on a queue")
            done.fulfill()
        }
        wait(for: done, timeout: .seconds(10))
    }
    func testAwaits() async {
        await Task.yield()
        XCTAssertTrue(false, "in a task")
    }
    func testIsKnown() throws { try TestKit.withKnownIssue { XCTFail("known") } }
    override func tearDownTest() { XCTAssertNil(1 as Int?, "torn down") }
}
