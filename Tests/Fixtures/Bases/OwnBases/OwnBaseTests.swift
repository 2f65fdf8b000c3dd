// SPDX-License-Identifier: MIT

import TestKit

/// A base class in a library with a TestKit of its own.
open class OwnBaseTests: TestCase {
    open func testInherited() { fail("in the base") }
}
