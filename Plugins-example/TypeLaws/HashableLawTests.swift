// SPDX-License-Identifier: MIT

import TestKit

/// The laws of `Hashable`, for the values that a subclass supplies.
///
/// It declares itself abstract, since it has cases: a subclass in any bundle inherits them and only supplies the
/// values.
///
/// ```swift
/// final class SemverHashableTests: HashableLawTests {
///     override var equivalenceClasses: [[AnyHashable]] { [[Semver("1.0"), Semver("1.0.0")], [Semver("2.0")]] }
/// }
/// ```
open class HashableLawTests: TestCase {
    /// Each inner array contains values that equal one another and no value of another array.
    open var equivalenceClasses: [[AnyHashable]] { [] }

    /// All values.
    private var values: [AnyHashable] { equivalenceClasses.flatMap { $0 } }

    override open class var isAbstract: Bool { true }

    override open func setUpTest() throws {
        // Without values every law is true.
        try requireNotEmpty(values)
    }

    func testEveryValueEqualsItself() {
        for value in values { expectEqual(value, value) }
    }

    func testEqualityIsSymmetricAndTransitive() {
        for equivalents in equivalenceClasses {
            for left in equivalents {
                for right in equivalents { expectEqual(left, right) }
            }
        }
    }

    func testEqualValuesHashAlike() {
        for equivalents in equivalenceClasses {
            expectCount(Set(equivalents.map(\.hashValue)), 1, "hash values of \(equivalents)")
        }
    }

    func testOtherClassesDiffer() {
        for (index, equivalents) in equivalenceClasses.enumerated() {
            for other in equivalenceClasses.dropFirst(index + 1).joined() {
                for value in equivalents { expectNotEqual(value, other) }
            }
        }
    }

    func testASetKeepsOneOfEachClass() {
        expectCount(Set(values), equivalenceClasses.count)
    }
}
