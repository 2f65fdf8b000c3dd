// SPDX-License-Identifier: MIT

import TestKit

/// Abstract, and the first of three levels.
open class Root: TestCase {
    override open class var runGroup: Int { 3 }
    override open class var tags: Set<Tag> { ["rooted"] }
    /// The calls so far.
    public private(set) var steps: [String] = []
    override open func setUpTestCase(_ name: String) throws { steps.append("root \(name)") }
}

/// Abstract as well.
open class Trunk: Root {
    override open func setUpTestCase(_ name: String) throws {
        try super.setUpTestCase(name)
        expectCount(steps, steps.count)
    }
}

/// Cases that subclasses change.
open class CasesBase: TestCase {
    open func testPlain() {}
    open func testThrows() throws {}
    open func testAwaits() async {}
    open func testAwaitsAndThrows() async throws {}
}

/// A namespace, with a base class in it.
public enum Space {
    open class Inner: TestCase {
        open func testInner() {}
    }
}

/// Its set-up of the class throws.
open class ThrowingBase: TestCase {
    /// Its error.
    public struct Failure: Error {}
    override open class func setUpClass() throws { throw Failure() }
}

/// A parameterised case.
open class RowsBase: TestCase {
    override open class func examples() throws -> [Example] { [Example("base", ["row": 1])] }
    open func outlineTestRow() throws { expectEqual(try example["row"], 1) }
}

/// Declares itself abstract, with a case.
open class DeclaredAbstract: TestCase {
    override open class var isAbstract: Bool { self == DeclaredAbstract.self }
    open func testOfTheAbstract() {}
}

/// Of a name that another module has as well.
open class SameTests: TestCase {
    open func testOfTheBases() {}
}

/// A class that nobody should use any more.
@available(*, deprecated)
open class OldBase: TestCase {
    open func testOld() {}
}

/// Not for here, but for subclasses that say so.
open class ElsewhereBase: TestCase {
    override open class var supportsCurrentPlatform: Bool { false }
    open func testSomewhere() {}
}
