// SPDX-License-Identifier: MIT

import Sample
import XCTest

/// Tests of XCTest, whose names say how they end.
final class MethodTests: XCTestCase {
    func testPasses() { XCTAssertEqual(double(1), 2) }
    func testFails() { XCTAssertEqual(double(2), 5, "a wrong sum") }
    func testCrashes() {
        let empty: [Int] = []
        print(empty[double(2)])
    }
    func testSkips() throws { throw XCTSkip("not here") }
    func testPassesLater() async throws { await Task.yield() }
}
