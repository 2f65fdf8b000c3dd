// SPDX-License-Identifier: MIT

import TestKit

/// A base class in a shared library.
open class SharedBaseTests: TestCase {
    override open class var isAbstract: Bool { self == SharedBaseTests.self }
    open func testInherited() { expectTrue(isReady) }

    /// Whether the hook ran.
    public private(set) var isReady = false
    override open func setUpTest() { isReady = true }
}
