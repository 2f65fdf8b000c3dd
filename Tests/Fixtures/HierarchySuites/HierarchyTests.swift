// SPDX-License-Identifier: MIT

import HierarchyBases
import TestKit

/// Three levels over two modules.
final class LeafTests: Trunk {
    func testLeaf() { expectEqual(steps.last, "root testLeaf") }
}

/// Nothing of its own.
final class EmptyTests: CasesBase {}

/// Other effects than the base's.
final class EffectsTests: CasesBase {
    private var calls: [String] = []
    override func testPlain() { calls.append("testPlain") }
    override func testThrows() { calls.append("testThrows") }
    override func testAwaits() async { calls.append("testAwaits") }
    override func testAwaitsAndThrows() async { calls.append("testAwaitsAndThrows") }
    override func tearDownTestCase(_ name: String) throws {
        expectEqual(calls, [name])
        calls = []
    }
}

/// Skips a case of the base.
final class SkippingTests: CasesBase {
    override func testThrows() throws { try skip("not for this one") }
}

/// Below a class in a namespace, by an alias.
typealias Aliased = Space.Inner
final class AliasTests: Aliased {
    func testOwn() {}
}

/// Never runs.
final class NeverTests: ThrowingBase {
    func testNever() {}
}

/// Its own examples, and its own body.
final class RowsTests: RowsBase {
    override class func examples() throws -> [Example] { [Example("own", ["row": 2])] }
    override func outlineTestRow() throws { expectEqual(try example["row"], 2) }
}

/// The base's examples and body.
final class SameRowsTests: RowsBase {}

/// Concrete below an abstract class with a case.
final class ConcreteTests: DeclaredAbstract {}

/// The other class of this name.
final class SameTests: TestCase {
    func testOfTheSuites() {}
}

/// Below the first.
final class BelowSameTests: HierarchyBases.SameTests {}

/// Below a deprecated class.
@available(*, deprecated)
final class OldTests: OldBase {}

/// Supported, for it says so.
final class HereTests: ElsewhereBase {
    override class var supportsCurrentPlatform: Bool { true }
}

/// Not supported.
final class ThereTests: ElsewhereBase {}

/// On the main actor.
@MainActor final class ActorTests: CasesBase {
    var count = 0
    override func testPlain() { MainActor.assumeIsolated { expectEqual(1, 1) } }
    override func testAwaits() async { await MainActor.run { expectEqual(2, 2) } }
    func testOwn() async { count += 1 }
}

/// A generic base in this module.
class GenericBase<Value: Equatable & Sendable>: TestCase {
    class var value: Value? { nil }
    func testGeneric() { expectNotNil(Self.value) }
}
final class IntTests: GenericBase<Int> {
    override class var value: Int? { 1 }
}
class TextBase: GenericBase<String> {
    override class var value: String? { "" }
}
final class TextTests: TextBase {}

/// Cases from a protocol.
protocol Lawful {}
extension Lawful where Self: TestCase {
    func testLaw() {}
}
final class LawTests: TestCase, Lawful {
    func testOwn() {}
}

/// Classes in a class, and conditions.
enum Outer {
    final class DeepTests: TestCase {
        func testDeep() {}
        #if FIXTURE_NEVER
        func testNot() {}
        #else
        func testElse() {}
        #endif
    }
}
#if FIXTURE_NEVER
final class NotTests: TestCase {
    func testNot() {}
}
#endif

/// Methods that are no cases.
open class ShapesTests: TestCase {
    class func testOfTheClass() {}
    private func testHelper() {}
    func testCase() { testHelper() }
    var testProperty: Int { 1 }
}
