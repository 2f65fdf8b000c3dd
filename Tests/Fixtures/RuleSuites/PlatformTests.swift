// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// Rule 10: a case's suffix.
final class SuffixTests: TestCase {
    func testHere_Linux() {}
    func testThere_macOS() { fail("not here") }
    func testOnPad_iPad() {}
    func testOnWatch_Watch() {}
    func testAnywhere() {}
}

/// Rule 10: a class's suffix, which reaches its subclasses unless a nearer one says otherwise.
class Base_macOS: TestCase {
    func testOfBase() {}
}
final class InheritsSuffix: Base_macOS {}
final class OwnSuffix_Linux: Base_macOS {}

/// Rule 10: both can be said in code.
final class CodeTests: TestCase {
    override class func testCaseSupportsCurrentPlatform(_ name: String) -> Bool { name != "testRefused" }
    func testRefused() { fail("it said that it cannot run") }
    func testAllowed() {}
}
final class RefusingTests: TestCase {
    override class var supportsCurrentPlatform: Bool { false }
    func testNever() { fail("it said that it cannot run") }
}

/// Rule 11: no case can run here, so the class is not even set up.
final class NothingHere: TestCase {
    override func setUpTest() throws { trace("set up for nothing") }
    func testA_macOS() {}
    func testB_iPhone() {}
}
