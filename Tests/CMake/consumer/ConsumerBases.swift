// SPDX-License-Identifier: MIT

import TestKit

/// A base class in a library of its own; nothing but its registration refers to its case.
open class ConsumerBaseTests: TestCase {
    override open class var isAbstract: Bool { true }

    func testInherited() {
        expectTrue(true)
    }
}
