// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// A base with cases, which runs itself and whose cases every subclass has as well.
open class SharedBase: TestCase {
    open func testInherited() { trace("inherited by \(type(of: self))") }
    open func testOverridden() { trace("base of \(type(of: self))") }
}

/// A base without a case: abstract, and its run group and hooks reach its subclasses.
open class SharedRoot: TestCase {
    override open class var runGroup: Int { 7 }
    override open func setUpTest() throws { trace("root's set-up of \(type(of: self))") }
}

/// A focused base; it reaches every subclass in any bundle.
///
/// It has no case here, and so narrows nothing by itself.
open class Focus_SharedFocus: TestCase {}
