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
    @MainActor func testOnMainActor() { MainActor.assertIsolated() }

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
}
