// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rule 4: the order of hooks, and what follows from a failure.
@MainActor
struct LifeCycleTests {
    /// Returns the steps of a run of `ScriptedTests`, without phases and issues.
    private func steps(_ faults: [String: Fault]) -> [String] {
        let driver = Script.driver(faults: faults, ScriptedTests.record)
        driver.run()
        return driver.host.events.filter { !$0.hasPrefix("phase") && !$0.contains(": ") }
    }

    @Test("rule 4: hooks run in order around one instance, and each is reported as a phase")
    func order() {
        let driver = Script.driver(ScriptedTests.record)
        driver.run()
        #expect(
            driver.host.events == [
                "phase class set-up", "setUpClass", "phase test set-up", "setUpTest", "begin passed",
                "phase case set-up", "setUp testA", "phase body", "testA", "phase case tear-down", "tearDown testA",
                "case 2 passed",
                "phase case set-up", "setUp testB", "phase body", "testB", "phase case tear-down", "tearDown testB",
                "case 3 passed",
                "tearDownTest", "phase class tear-down", "tearDownClass", "end passed",
            ]
        )
    }

    /// The steps of a run, with some in the place of others.
    private nonisolated static func life(with changes: [String: String]) -> [String] {
        let whole = [
            "setUpClass", "setUpTest", "begin passed", "setUp testA", "testA", "tearDown testA", "case 2 passed",
            "setUp testB", "testB", "tearDown testB", "case 3 passed", "tearDownTest", "tearDownClass", "end passed",
        ]
        return whole.map { changes[$0] ?? $0 }.filter { !$0.isEmpty }
    }

    @Test(
        "rule 4: what runs and what fails behind a step that failed",
        arguments: [
            ("setUpClass", ["setUpClass", "begin failed", "tearDownClass", "end passed"]),
            (
                "setUpTest",
                ["setUpClass", "setUpTest", "begin failed", "tearDownTest", "tearDownClass", "end passed"]
            ),
            ("tearDownTest", life(with: ["end passed": "end failed"])),
            ("tearDownClass", life(with: ["end passed": "end failed"])),
            // The body is skipped, not the tear-down.
            ("setUp testA", life(with: ["testA": "", "case 2 passed": "case 2 failed"])),
            ("testA", life(with: ["case 2 passed": "case 2 failed"])),
            ("tearDown testA", life(with: ["case 2 passed": "case 2 failed"])),
        ], Fault.allCases)
    func failure(step: (name: String, expected: [String]), fault: Fault) {
        #expect(steps([step.name: fault]) == step.expected)
    }

    @Test("rule 4: every failure of a case is reported, in order")
    func allFailures() {
        let driver = Script.driver(
            faults: ["testA": .recorded, "tearDown testA": .thrown],
            ScriptedTests.record
        )
        driver.run()
        let issues = driver.host.events.filter { $0.hasPrefix("2: ") }
        #expect(issues.count == 2)
        #expect(issues.first == "2: assertion recorded in testA")
        #expect(issues.last?.hasPrefix("2: error unexpected error: Boom(number: 1) (Boom)") == true)
    }

    @Test("rule 4: a class that overrides nothing runs nothing but its cases")
    func bare() {
        let driver = Script.driver { context in
            ModuleRegistration(context).suite(BareTests.self, "Tests.BareTests").add("testA") { $0.testA() }
        }
        driver.run()
        #expect(driver.host.events == ["begin passed", "case 2 passed", "end passed"])
    }

    @Test("rule 4: one instance serves the class's whole run, and each run has a new one")
    func oneInstance() {
        let driver = Script.driver { context in
            let suite = ModuleRegistration(context).suite(CountingTests.self, "Tests.CountingTests")
            suite.add("testFirst") { $0.testCount() }
            suite.add("testSecond") { $0.testCount() }
        }
        driver.run()
        driver.run()
        let cases = ["count 1", "case 2 passed", "count 2", "case 3 passed"]
        let run = ["begin passed"] + cases + ["gone", "phase class tear-down", "tearDownClass", "end passed"]
        #expect(driver.host.events == run + run)
    }

    @Test("rule 4: what a superclass registered runs on the subclass's instance, overrides included")
    func inherited() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            let base = module.suite(BareTests.self, "Tests.BareTests")
            base.add("testA") { $0.testA() }
            module.suite(HeirTests.self, "Tests.HeirTests")
        }
        driver.run(1, casesOf: [0])
        #expect(driver.host.events == ["begin passed", "heir", "case 2 passed", "end passed"])
    }
}

/// Overrides no hook.
class BareTests: TestCase {
    func testA() {}
}

/// Overrides an inherited case.
final class HeirTests: BareTests {
    override func testA() { Script.host?.note("heir") }
}

/// Counts its cases.
final class CountingTests: TestCase {
    /// How many cases have run on this instance.
    private var count = 0
    func testCount() {
        count += 1
        Script.host?.note("count \(count)")
    }
    override class func tearDownClass() { Script.host?.note("tearDownClass") }
    deinit { Script.host?.note("gone") }
}
