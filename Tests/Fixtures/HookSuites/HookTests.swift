// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// The error that the fixtures throw.
struct HookError: Error {}

/// Traces every hook; subclasses let one of them fail.
///
/// Abstract: it has no case.
class TracedTests: TestCase {
    override class func setUpClass() throws { trace("\(self) setUpClass") }
    override class func tearDownClass() throws { trace("\(self) tearDownClass") }
    override func setUpTest() throws { trace("\(Self.self) setUpTest") }
    override func tearDownTest() throws { trace("\(Self.self) tearDownTest") }
    override func setUpTestCase(_ name: String) throws { trace("\(Self.self) setUp \(name)") }
    override func tearDownTestCase(_ name: String) throws { trace("\(Self.self) tearDown \(name)") }
}

/// Nothing fails.
final class CalmTests: TracedTests {
    private let identity = UInt64.random(in: 0...UInt64.max)

    func testFirst() { trace("CalmTests body testFirst of \(identity)") }
    func testSecond() { trace("CalmTests body testSecond of \(identity)") }
}

/// The test's set-up throws.
final class SetUpThrows: TracedTests {
    override func setUpTest() throws {
        try super.setUpTest()
        throw HookError()
    }
    func testNever() { trace("SetUpThrows body") }
}

/// An assertion fails in the test's set-up.
final class SetUpFails: TracedTests {
    override func setUpTest() throws {
        try super.setUpTest()
        expectTrue(false)
    }
    func testNever() { trace("SetUpFails body") }
}

/// The test's tear-down throws.
final class TearDownThrows: TracedTests {
    override func tearDownTest() throws {
        try super.tearDownTest()
        throw HookError()
    }
    func testPasses() { trace("TearDownThrows body") }
}

/// The case's set-up throws for one case.
final class CaseSetUpThrows: TracedTests {
    override func setUpTestCase(_ name: String) throws {
        try super.setUpTestCase(name)
        if name == "testUnlucky" { throw HookError() }
    }
    func testUnlucky() { trace("CaseSetUpThrows body testUnlucky") }
    func testLucky() { trace("CaseSetUpThrows body testLucky") }
}

/// A body throws.
final class BodyThrows: TracedTests {
    func testThrows() throws {
        trace("BodyThrows body testThrows")
        throw HookError()
    }
    func testOther() { trace("BodyThrows body testOther") }
}

/// The case's tear-down throws, after a body that passed.
final class CaseTearDownThrows: TracedTests {
    override func tearDownTestCase(_ name: String) throws {
        try super.tearDownTestCase(name)
        throw HookError()
    }
    func testPassesFirst() { trace("CaseTearDownThrows body") }
}

/// An expected failure first, then an unexpected one: both are reported, and the first decides.
final class SeveralFail: TracedTests {
    override func tearDownTestCase(_ name: String) throws {
        try super.tearDownTestCase(name)
        throw HookError()
    }
    func testFails() { expectEqual(1, 2, "the first of two") }
}

/// The class's set-up throws: there is no instance.
final class ClassSetUpThrows: TracedTests {
    override class func setUpClass() throws {
        try super.setUpClass()
        throw HookError()
    }
    func testNever() { trace("ClassSetUpThrows body") }
}

/// The class's tear-down throws.
final class ClassTearDownThrows: TracedTests {
    override class func tearDownClass() throws {
        try super.tearDownClass()
        throw HookError()
    }
    func testPasses() { trace("ClassTearDownThrows body") }
}

/// Hooks that wait.
final class WaitingHooks: TestCase {
    override class func setUpClass() async throws { await note("setUpClass") }
    override class func tearDownClass() async throws { await note("tearDownClass") }
    override func setUpTest() async throws { await Self.note("setUpTest") }
    override func tearDownTest() async throws { await Self.note("tearDownTest") }
    override func setUpTestCase(_ name: String) async throws { await Self.note("setUp \(name)") }
    override func tearDownTestCase(_ name: String) async throws { await Self.note("tearDown \(name)") }
    func testBetween() async { await Self.note("body") }

    private static func note(_ what: String) async {
        await Task.yield()
        trace("WaitingHooks \(what)")
    }
}
