// SPDX-License-Identifier: MIT

import TestKit
import Till

/// The lines that a bundle reaches.
final class TillSuite: TestCase {
    func testAdds() { expectEqual(Till.total([1, 2]), 3) }
    func testAddsNothing() { expectEqual(Till.total([]), 0) }
    func testCrashes() { fatalError("on purpose: \(Till.refund(3))") }
}
