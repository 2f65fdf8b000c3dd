// SPDX-License-Identifier: MIT

import XCTest

/// A base with a case in a module that is no test target.
open class SharedBase: XCTestCase {
    open func testOfTheBase() {}
}
