// SPDX-License-Identifier: MIT

import TestKit

/// A focused base class: the focus reaches subclasses in other libraries.
open class Focus_UrgentTests: TestCase {
    override open class var isAbstract: Bool { self == Focus_UrgentTests.self }
    open func testUrgent() {}
}
