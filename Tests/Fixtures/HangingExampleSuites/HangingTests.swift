// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Rule 18: a source of examples that never ends.
///
/// In a bundle of its own: whoever lists it waits for a time limit.
final class HangingTests: TestCase {
    override class func examples() -> [Example] {
        while true { sleep(1) }
    }

    func outlineTestHangs() {}
    func testPlain() {}
}
