// SPDX-License-Identifier: MIT

import SharedSuites
import TestKit
import Trace

/// Rule 1: what is a case and what is not.
class EffectTests: TestCase {
    func testPlain() {}
    func testThrows() throws {}
    func testWaits() async {}
    func testWaitsAndThrows() async throws { await Task.yield() }
    func testThrowsItsOwn() throws(FixtureError) {}
    @MainActor func testOnMainActor() { MainActor.assertIsolated() }
    @MainActor func testWaitsOnMainActor() async throws { MainActor.assertIsolated() }
    @FixtureActor func testOnOtherActor() { FixtureActor.shared.assertIsolated() }
    @concurrent func testConcurrent() async {}
    nonisolated(nonsending) func testNonsending() async {}
    @available(*, deprecated) func testDeprecated() {}

    func helper() { fail("a helper is no case") }
    func tested(_ value: Int) {}
    func testReturnsSomething() -> Int { 1 }
    static func testOfTheClass() {}

    #if FIXTURE_CONDITION
    func testConditional() {}
    #else
    func testOtherCondition() { fail("this branch is not compiled") }
    #endif
    #if os(Windows)
    func testElsewhere() { fail("this branch is not compiled") }
    #endif
}

extension EffectTests {
    func testFromExtension() {}
}

/// Rule 1: cases are inherited, across modules, and may be overridden.
class InheritingTests: SharedBase {
    func testOwn() { trace("own") }
    override func testOverridden() { trace("override") }
}

/// Rule 1: a class may stand in another type.
enum Outer {
    final class NestedTests: TestCase {
        func testNested() {}
    }
}

/// Rule 1, on the main actor as a whole.
@MainActor
final class ActorTests: TestCase {
    private var count = 0

    func testState() { count += 1 }
    func testStateLater() async {
        await Task.yield()
        count += 1
        expectGreaterThan(count, 0)
    }
    nonisolated func testAnywhere() {}
}

/// An actor of a whole program.
@globalActor actor FixtureActor { static let shared = FixtureActor() }

/// Rule 1, on that actor as a whole.
@FixtureActor final class OtherActorTests: TestCase {
    func testOnOtherActor() { FixtureActor.shared.assertIsolated() }
}

/// Rule 1: names that only quotation marks make names.
class `class`: TestCase {
    func `test it, (so)`() {}
}
