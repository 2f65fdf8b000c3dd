// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Rule 21: cases whose body cannot be abandoned.
final class StuckTests: TestCase {
    override func setUpTest() { finishTimeout = .milliseconds(200) }

    func testAsyncBlocks() {
        print("about to block")
        recordLocation(line: 1001)
        while true { pause() }
    }

    func testAsyncmainBlocks() {
        recordLocation(line: 1002)
        while true { pause() }
    }

    func testAsyncDone() { finish() }
    func testPlain() {}
}
