// SPDX-License-Identifier: MIT

import Glibc
import SharedBases
import TestKit

/// A check that fails in this library.
public func checkMiddle(_ holds: Bool) { expectTrue(holds, "in the middle") }

/// A check that fails in the library of the base classes.
public func checkBelow(_ holds: Bool) { checkLaw(holds) }

/// The second of three levels, each in a library of its own.
open class MiddleLawTests: LawTests {
    override open class var isAbstract: Bool { self == MiddleLawTests.self }
    override open class var tags: Set<Tag> { ["middle"] }
    override open func setUpTest() {
        super.setUpTest()
        steps.append("setUpTest of the middle")
    }

    open func testOfTheMiddle() {
        expectEqual(Array(steps.prefix(2)), ["setUpTest", "setUpTest of the middle"])
        expectTrue(getenv("BREAK_THE_MIDDLE") == nil, "in the middle")
    }
}

/// It has nothing of its own, and its superclass is abstract and focused.
open class MiddleAlertTests: Focus_AlertTests {
    override open class var isAbstract: Bool { true }
}
