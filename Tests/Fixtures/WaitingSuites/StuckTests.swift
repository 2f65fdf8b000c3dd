// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Rule 21: cases whose body cannot be abandoned.
final class StuckTests: TestCase {
    func testAsyncBlocks() {
        finishTimeout = .milliseconds(200)
        print("about to block")
        recordLocation(line: 1001)
        while true { pause() }
    }

    func testAsyncmainBlocks() {
        finishTimeout = .milliseconds(200)
        recordLocation(line: 1002)
        while true { pause() }
    }

    func testAsyncDone() { finish() }
    func testPlain() {}
}
