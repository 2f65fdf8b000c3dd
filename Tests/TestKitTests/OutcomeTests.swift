// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rules 5 and 6: expected and unexpected failures, skips, and the last known line.
@MainActor
struct OutcomeTests {
    @Test("rule 5: assertions and requirements fail as expected, other errors unexpectedly; no skip hides a failure")
    func endings() {
        let driver = Script.driver { context in
            let suite = ModuleRegistration(context).suite(OutcomeCases.self, "Tests.OutcomeCases")
            suite.add("testExpect") { $0.testExpect() }
            suite.add("testRequire") { try $0.testRequire() }
            suite.add("testThrow") { try $0.testThrow() }
            suite.add("testSkip") { try $0.testSkip() }
            suite.add("testFailAndSkip") { try $0.testFailAndSkip() }
        }
        driver.run()
        #expect(
            driver.host.events.dropFirst().dropLast() == [
                "2: assertion expected true, got false (why)", "went on", "case 2 failed",
                "3: assertion expected a value of type Int, got nil", "case 3 failed",
                "4: error unexpected error: Boom(number: 2) (Boom)", "case 4 failed",
                "5: skip not today", "case 5 skipped",
                "6: assertion failed", "6: skip (null)", "case 6 failed",
            ])
    }

    @Test("rule 6: a thrown error has the case's last known line, which never leaks into the next case")
    func lastKnown() {
        let driver = Script.driver { context in
            let suite = ModuleRegistration(context).suite(OutcomeCases.self, "Tests.OutcomeCases")
            suite.add("testRecordsLocation") { try $0.testRecordsLocation() }
            suite.add("testThrow") { try $0.testThrow() }
        }
        driver.run()
        let issues = driver.host.events.filter { $0.contains("error") }
        #expect(issues.first == "2: error unexpected error: Boom(number: 3) (Boom) [last known 42]")
        #expect(issues.last == "3: error unexpected error: Boom(number: 2) (Boom)")
        #expect(driver.host.knownLocations == ["2: 41", "2: 42"])
    }

    @Test("a skip in a tear-down is too late, and says so")
    func lateSkip() {
        let driver = Script.driver { context in
            ModuleRegistration(context).suite(LateSkipTests.self, "Tests.LateSkipTests").add("testA") { $0.testA() }
        }
        driver.run()
        #expect(driver.host.events.contains("2: warning a tear-down cannot skip the case: why"))
        #expect(driver.host.events.contains("case 2 passed"))
    }

    @Test("a failure outside of every activity is reported against the bundle")
    func outside() {
        let driver = Script.driver(ScriptedTests.record)
        fail("outside")
        #expect(driver.host.events.count == 1)
        let expected = "0: assertion outside\nNo case was running in the TestKit of "
        #expect(driver.host.events.first?.hasPrefix(expected) ?? false)
    }
}

/// Cases that end in each way.
final class OutcomeCases: TestCase {
    func testExpect() {
        expectTrue(false, "why")
        Script.host?.note("went on")
    }
    func testRequire() throws {
        try requireNotNil(Int?.none)
        Script.host?.note("went on")
    }
    func testThrow() throws { throw Boom(number: 2) }
    func testRecordsLocation() throws {
        expectTrue(true, line: 41)
        recordLocation(line: 42)
        throw Boom(number: 3)
    }
    func testSkip() throws { try skip("not today") }
    func testFailAndSkip() throws {
        fail()
        try skip()
    }
}

/// Skips when it is too late.
final class LateSkipTests: BareTests {
    override func tearDownTestCase(_ name: String) throws { try skip("why") }
}
