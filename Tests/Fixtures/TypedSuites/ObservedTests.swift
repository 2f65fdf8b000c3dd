// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestKit

/// Hears of the whole run; nobody registers it by hand.
final class StartObserver: RunObserver {
    /// The events of this process so far.
    static let events = Mutex<[TestEvent]>([])

    init() {}
    func handle(_ event: TestEvent) { Self.events.withLock { $0.append(event) } }
}

/// Looks at what the observer has heard.
final class ObservedTests: TestCase {
    func testTheRunIsObserved() {
        let events = StartObserver.events.withLock { $0 }
        expectEqual(events.first, .runStarted)
        expectContains(events, .testStarted("TypedSuites.ObservedTests"))
    }
}

/// Errors that describe themselves, and failures that only the source explains.
final class TextTests: TestCase {
    /// An error with a description for people.
    enum Failure: LocalizedError {
        case empty
        var errorDescription: String? { "the basket is empty" }
    }

    func testThrowsALocalizedError() throws { throw Failure.empty }

    func testSaysWhatItExpects() {
        let list = [1]
        expectTrue(list.isEmpty || list.count == 2, "why")
    }

    func testSaysWhichOfTwo() {
        let (yes, no) = ([1].contains(1), [1].contains(2))
        if yes { expectTrue(no) } else { expectTrue(yes) }
    }

    func testHasAFunctionOfItsOwn() { expectEven(3) }

    func testMatches() { expectMatches("abc", /[0-9]+/) }

    func testIsKnownByItsMessage() throws {
        try withKnownIssue(matching: { $0 == "expected true, got false" }) { expectTrue(false) }
    }

    /// Fails for its caller.
    func expectEven(_ number: Int, file: StaticString = #filePath, line: UInt = #line) {
        expectTrue(number.isMultiple(of: 2), file: file, line: line)
    }
}
