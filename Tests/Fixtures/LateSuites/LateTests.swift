// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestKit

/// Holds work back until the case that started it is over.
enum Gate {
    /// Whether work may go on, and how much of it has.
    private static let state = Mutex((isOpen: false, passed: 0))

    /// How much work has gone through.
    static var passed: Int { state.withLock(\.passed) }

    /// Lets everything go on.
    static func open() { state.withLock { $0.isOpen = true } }

    /// Waits until it is open; the main thread, which opens it, goes on at once.
    static func pass(_ work: () -> Void) {
        while !Thread.isMainThread, !state.withLock(\.isOpen) { usleep(1000) }
        work()
        state.withLock { $0.passed += 1 }
    }
}

/// Leaves work behind that fails when its case is over.
final class LeavingTests: TestCase {
    override class var runGroup: Int { 1 }
    override class func examples() -> [Example] { Kind.allCases.map { Example($0.rawValue) } }

    func outlineTestLeaves() throws {
        let name: String = try example["name"]
        Kind(rawValue: name)?.start { Gate.pass { fail("late from \(name)") } }
    }
}

/// Runs while that work fails.
final class NextTests: TestCase {
    override class var runGroup: Int { 2 }

    func testRuns() {
        Gate.open()
        expectEventually(Gate.passed == Kind.allCases.count, within: .seconds(20))
    }
}

/// Leaves work behind that fails when nothing waits for it any more.
final class AloneTests: TestCase {
    override class var runGroup: Int { 4 }
    override class func examples() -> [Example] { Kind.seenToEnd.map { Example($0.rawValue) } }

    func outlineTestLeaves() throws {
        let name: String = try example["name"]
        Kind(rawValue: name)?.start {
            usleep(100_000)
            fail("alone from \(name)")
        }
    }
}

/// Waits for its work: what fails there is its own.
final class OwnTests: TestCase {
    override class var runGroup: Int { 3 }
    override class func examples() -> [Example] { Kind.allCases.map { Example($0.rawValue) } }

    func outlineTestOwns() throws {
        let name: String = try example["name"]
        let done = Expectation("the work is done")
        Kind(rawValue: name)?.start {
            fail("own from \(name)")
            done.fulfill()
        }
        wait(for: done, timeout: .seconds(20))
    }
}
