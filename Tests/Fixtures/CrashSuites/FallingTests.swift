// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Ways to crash of which the test's own frame must be told.
final class FallingTests: TestCase {
    func testFatalError() {
        fatalError("no more")  // place: testFatalError
    }

    func testAborts() {
        abort()  // place: testAborts
    }

    func testIndexes() {
        let numbers: [Int] = []
        _ = numbers[numbers.count]  // place: testIndexes
    }

    func testRecurses() {
        expectEqual(deep(0), 1)
    }

    func testSleeps() {
        while true { sleep(100) }  // place: testSleeps
    }

    func testFallsInClosure() {
        expectThrows {
            abort()  // place: testFallsInClosure
        }
    }

    func testFallsAsync() async {
        await Task.yield()
        abort()  // place: testFallsAsync
    }

    func testAsyncFallsInThread() {
        abort()  // place: testAsyncFallsInThread
    }

    func testAsyncSleepsInThread() {
        while true { sleep(100) }  // place: testAsyncSleepsInThread
    }

    /// Calls itself until the stack ends.
    @inline(never)
    func deep(_ depth: Int) -> Int { deep(depth + 1) + depth }  // place: deep
}
