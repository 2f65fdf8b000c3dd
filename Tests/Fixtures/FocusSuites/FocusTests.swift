// SPDX-License-Identifier: MIT

import SharedSuites
import TestKit
import Trace

/// Rule 7: an explicit focus on a case; the others of the class are left out, and hooks get the plain name.
class ExplicitTests: TestCase {
    override func setUpTestCase(_ name: String) throws { trace("set-up of \(name)") }
    func focus_testChosen() throws {
        trace("chosen")
        let focused = ["ExplicitTests", "ClassTests", "InheritingFocus", "FromSharedFocus", "NarrowTests"]
        let others = ["UnfocusedTests", "ImpossibleTests", "Lonely", "SharedFocus"]
        for name in focused + others {
            let test = try requireNotNil(TestRegistry.test(named: name), name)
            expectEqual(test.isFocused, focused.contains(name), name)
        }
    }
    func testNotChosen() {}
}

/// Rule 7: a class's focus reaches all of its cases, and its subclasses.
class Focus_ClassTests: TestCase {
    func testOne() {}
    func testTwo() {}
}
final class InheritingFocus: Focus_ClassTests {
    func testThree() {}
}

/// Rule 7: the focus of a base in another module.
final class FromSharedFocus: Focus_SharedFocus {
    func testUnderFocus() {}
}

/// Rule 7: the narrowest wins.
///
/// The class is focused, but a case of it is explicitly.
final class focus_NarrowTests: TestCase {
    func testWide() {}
    func focus_testNarrow() {}
}

/// Nothing here is focused.
final class UnfocusedTests: TestCase {
    func testUnfocused() {}
}

/// Rule 8: a focus that cannot run.
final class ImpossibleTests: TestCase {
    func focus_testThere_macOS() { fail("not here") }
    func testHere() {}
}
class Focus_Lonely: TestCase {}
