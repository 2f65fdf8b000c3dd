// SPDX-License-Identifier: MIT

import Bases
import Foundation
import XCTest

// Each class is a row of docs/Frameworks.md.

/// What the tests throw.
enum Fault: Error { case bad }

final class GoesOn: XCTestCase {
    func testTwo() {
        continueAfterFailure = false
        XCTFail("first")
        XCTFail("second")
    }
}

final class SetUpFails: XCTestCase {
    override func setUpWithError() throws { throw Fault.bad }
    func testBody() {}
}

final class SetUpSkips: XCTestCase {
    override func setUpWithError() throws { throw XCTSkip("why") }
    override func tearDown() { XCTFail("torn down") }
    func testBody() {}
}

final class UnwrapThrows: XCTestCase {
    func testUnwraps() throws {
        func absent() throws -> Int? { throw Fault.bad }
        _ = try XCTUnwrap(absent())
    }
}

final class Overfulfils: XCTestCase {
    func testTwice() {
        let expectation = expectation(description: "once")
        expectation.fulfill()
        expectation.fulfill()
        wait(for: [expectation], timeout: 0)
    }
}

final class ConditionThrows: XCTestCase {
    func testSkips() throws {
        func condition() throws -> Bool { throw Fault.bad }
        try XCTSkipIf(condition())
    }
}

final class ClassHookFails: XCTestCase {
    override class func setUp() { XCTFail("in the set-up of the class") }
    override class func tearDown() { XCTFail("in the tear-down of the class") }
    func testPasses() {}
}

final class Overloads: XCTestCase {
    func testOne() { print("the synchronous one") }
    func testOne() async { print("the asynchronous one") }
}

class OwnBase: XCTestCase {
    func testOfTheBase() {}
}

final class HasNoOwnTests: OwnBase {
    override func setUp() {}
}

final class HasForeignBase: SharedBase {
    func testOfTheChild() {}
}

final class Early: XCTestCase {
    nonisolated(unsafe) static var isSetUp = false
    override class func setUp() { isSetUp = true }
    let wasSetUp = Early.isSetUp
    func testIsMadeBefore() { XCTAssertFalse(wasSetUp) }
}

/// The test that comes second wakes work that the first has left.
class LateTests: XCTestCase {
    nonisolated(unsafe) static var goOn: DispatchSemaphore?
    nonisolated(unsafe) static let hasGone = DispatchSemaphore(value: 0)

    /// Keeps both in one process.
    override class func setUp() { goOn = nil }

    func step(_ body: @escaping @Sendable () -> Void) {
        if let goOn = Self.goOn {
            goOn.signal()
            return Self.hasGone.wait()
        }
        let goOn = DispatchSemaphore(value: 0)
        Self.goOn = goOn
        DispatchQueue.global().async {
            goOn.wait()
            body()
            Self.hasGone.signal()
        }
    }
}

final class FailsLate: LateTests {
    func testOne() { step { XCTFail("late") } }
    func testTwo() { step { XCTFail("late") } }
}

final class OverfulfilsLate: LateTests {
    func fulfilTwice() {
        nonisolated(unsafe) let expectation = expectation(description: "once")
        expectation.assertForOverFulfill = true
        expectation.fulfill()
        wait(for: [expectation], timeout: 0)
        step { expectation.fulfill() }
    }
    func testOne() { fulfilTwice() }
    func testTwo() { fulfilTwice() }
}
