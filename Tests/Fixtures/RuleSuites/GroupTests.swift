// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// Rule 12: groups ascend, whatever the seed.
class GroupRoot: TestCase {
    override func setUpTest() throws { trace("group of \(type(of: self))") }
}
final class EarlyTests: GroupRoot {
    override class var runGroup: Int { -3 }
    func testOne() {}
    func testTwo() {}
    func testThree() {}
}
final class LateTests: GroupRoot {
    override class var runGroup: Int { 9 }
    func testLast() {}
}
