// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// A check that several teams share, with a failure in another library than the case.
public func checkLaw(_ holds: Bool) { expectTrue(holds) }

/// The laws that every team's implementation obeys; a base class with a case and hooks.
open class LawTests: TestCase {
    /// The steps of the hooks.
    public var steps: [String] = []

    override open class var isAbstract: Bool { self == LawTests.self }
    override open class var runGroup: Int { 7 }
    override open class var tags: Set<Tag> { ["law"] }
    override open func setUpTest() { steps.append("setUpTest") }
    override open func setUpTestCase(_ name: String) { steps.append("setUp \(name)") }

    open func testInherited() { expectEqual(steps.last, "setUp testInherited") }
    open func testBreaksInTheBase() { expectTrue(getenv("BREAK_THE_BASE") == nil, "in the base") }
}

/// A base class that runs itself as well, and whose name says where.
open class PlaceTests_Linux: TestCase {
    open func testRunsHere() {}
}

/// One that runs nowhere in these tests.
open class PlaceTests_iPhone: TestCase {
    open func testRunsThere() { fail("it ran") }
}

/// One whose cases have examples.
open class TableTests: TestCase {
    override open class func examples(for name: String) -> [Example] {
        [Example("one", ["number": 1]), Example("two", ["number": 2])]
    }
    open func outlineTestRow() { expectTrue(["one", "two"].contains(example.name)) }
}

/// A focused base class without a case: only its subclasses, in other libraries, have something to focus.
open class Focus_AlertTests: TestCase {
    /// Whether its hook ran.
    public private(set) var isReady = false
    override open func setUpTest() { isReady = true }
}
