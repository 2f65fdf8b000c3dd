// SPDX-License-Identifier: MIT

import TestKit

/// A base class with a case, in a module without the plug-in.
open class PlainBaseTests: TestCase {
    open func testInherited() { fail("in the base") }
}

/// One without cases, for which the plug-in is not needed.
open class PlainHookTests: TestCase {
    /// Whether the hook ran.
    public private(set) var isReady = false
    override open func setUpTest() { isReady = true }
}
