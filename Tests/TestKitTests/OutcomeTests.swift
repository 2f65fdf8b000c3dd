// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rules 5 and 6: expected and unexpected failures, skips, and the last known line.
@MainActor
struct OutcomeTests {
    /// Runs the cases of `OutcomeCases` by name, and gives the events of the cases.
    private func events(_ record: @escaping ModuleRecord) -> [String] {
        let driver = Script.driver(record)
        driver.run()
        return Array(driver.host.events.dropFirst().dropLast())
    }

    @Test("rule 5: a failed assertion is an expected failure, and the body goes on")
    func expected() {
        let events = events { OutcomeCases.add("testExpect", to: $0) { $0.testExpect() } }
        #expect(events == ["2: assertion expected true, got false (why)", "went on", "case 2 failed"])
    }

    @Test("rule 5: a failed requirement is one expected failure, and ends the body")
    func required() {
        let events = events { OutcomeCases.add("testRequire", to: $0) { try $0.testRequire() } }
        #expect(events == ["2: assertion expected a value of type Int, got nil", "case 2 failed"])
    }

    @Test("rule 5: any other error is unexpected")
    func unexpected() {
        let events = events { OutcomeCases.add("testThrow", to: $0) { try $0.testThrow() } }
        #expect(events == ["2: error unexpected error: Boom(number: 2) (Boom)", "case 2 failed"])
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

    @Test("a skip ends the body and is reported with its reason")
    func skip() {
        let events = events { OutcomeCases.add("testSkip", to: $0) { try $0.testSkip() } }
        #expect(events == ["2: skip not today", "case 2 skipped"])
    }

    @Test("a skip after a failure does not hide the failure")
    func skipAfterFailure() {
        let events = events { OutcomeCases.add("testFailAndSkip", to: $0) { try $0.testFailAndSkip() } }
        #expect(events == ["2: assertion failed", "2: skip (null)", "case 2 failed"])
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
    /// Registers one case.
    @MainActor
    static func add(
        _ name: StaticString,
        to context: UnsafeMutableRawPointer,
        _ body: @escaping @MainActor (OutcomeCases) throws -> Void
    ) {
        ModuleRegistration(context).suite(OutcomeCases.self, "Tests.OutcomeCases").add(name, body)
    }

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
