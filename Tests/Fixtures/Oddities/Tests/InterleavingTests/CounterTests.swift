// SPDX-License-Identifier: MIT

import Testing
import XCTest

/// A number that is read by one call and written by another.
actor Counter {
    private(set) var number = 0
    func set(_ new: Int) { number = new }

    /// What two increments make of 0: 1 if one of them is lost.
    static func countedTwice() async -> Int {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await counter.set(await counter.number + 1) } }
        }
        return await counter.number
    }
}

@Suite struct ModernTests {
    @Test func counts() async { #expect(await Counter.countedTwice() == 2) }
    @Test(arguments: 1...4) func countsEach(_: Int) async { #expect(await Counter.countedTwice() == 2) }
    @Test @MainActor func countsOnMain() async {
        #expect(Thread.isMainThread)
        #expect(await Counter.countedTwice() == 2)
        #expect(Thread.isMainThread)
    }
}

final class ClassicTests: XCTestCase {
    override func setUp() async throws { await Task.yield() }
    override func tearDown() async throws { await Task.yield() }

    func testCounts() async {
        let number = await Counter.countedTwice()
        XCTAssertEqual(number, 2)
    }

    @MainActor func testCountsOnMain() async {
        XCTAssertTrue(Thread.isMainThread)
        let number = await Counter.countedTwice()
        XCTAssertEqual(number, 2)
        XCTAssertTrue(Thread.isMainThread)
    }

    func testWaits() {
        let isDone = expectation(description: "both are done")
        isDone.expectedFulfillmentCount = 2
        Task { isDone.fulfill() }
        Task { @MainActor in isDone.fulfill() }
        wait(for: [isDone], timeout: 60)
    }
}
