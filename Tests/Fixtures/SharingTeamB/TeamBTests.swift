// SPDX-License-Identifier: MIT

import MiddleBases
import SharedBases
import TestKit

/// Another team's implementation, with a class of a name that the first team has, too.
final class SumLawTests: LawTests {
    override func testInherited() {
        super.testInherited()
        // The other case may have run before on the same instance.
        expectEqual(steps.filter { $0 == "setUpTest" }.count, 1)
        expectEqual(steps.filter { $0 == "setUp testInherited" }.count, 1)
    }
}

/// It only inherits, from two libraries.
final class ChainTests: MiddleLawTests {}

/// Failures in helpers of both libraries.
final class FarTests: TestCase {
    func testFailsInTheMiddle() { checkMiddle(false) }
    func testFailsBelow() { checkBelow(false) }
}
