// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// XCTest's text, as programs read it.
struct XCTestTextReporterTests {
    /// The text of some events of a run.
    private func text(_ run: SampleRun, _ events: [Event], isPart: Bool = false) throws -> [String] {
        try run.report(events) { context, output in
            XCTestTextReporter(context: context, file: "Shop.xctest", isPart: isPart, output: output)
        }.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("what skipped cases and the hooks of classes printed is reported")
    func outputOfSkips() throws {
        let (run, events) = SampleRun.printingRun
        let lines = try text(run, events)
        #expect(lines.contains("looking") && lines.contains("opening"), "\(lines)")
    }

    @Test("every outcome has the lines that XCTest prints")
    func outcomes() throws {
        let run = SampleRun()
        let lines = try text(run, run.events)
        #expect(
            lines == [
                "Test Suite 'All tests' started at 2026-01-02 03:04:05.000",
                "Test Suite 'Shop.xctest' started at 2026-01-02 03:04:05.000",
                "Test Suite 'Shop.CartTests' started at 2026-01-02 03:04:07.000",
                "Test Case 'Shop.CartTests.testTouch_iPad' started at 2026-01-02 03:04:07.000",
                "/src/CartTests.swift:13: Shop.CartTests.testTouch_iPad : Test skipped - its platform iPad is not current",
                "Test Case 'Shop.CartTests.testTouch_iPad' skipped (0.000 seconds)",
                "Test Case 'Shop.CartTests.testAdd' started at 2026-01-02 03:04:06.000",
                "Test Case 'Shop.CartTests.testAdd' passed (0.002 seconds)",
                "Test Case 'Shop.CartTests.testPay' started at 2026-01-02 03:04:06.000",
                "paying",
                "/src/CartTests.swift:21: error: Shop.CartTests.testPay : expected equal values, got 1 and 2",
                "after a discount", "- 2", "+ 1",
                "Test Case 'Shop.CartTests.testPay' failed (0.002 seconds)",
                "Test Case 'Shop.CartTests.outlineTestTax[low]' started at 2026-01-02 03:04:06.000",
                "/src/CartTests.swift:30: error: Shop.CartTests.outlineTestTax[low] : was ended by SIGSEGV in the case's body",
                "Test Case 'Shop.CartTests.outlineTestTax[low]' failed (0.002 seconds)",
                "Test Case 'Shop.CartTests.outlineTestTax[high]' started at 2026-01-02 03:04:06.000",
                "/src/CartTests.swift:12: Shop.CartTests.outlineTestTax[high] : Test skipped - no such tax",
                "Test Case 'Shop.CartTests.outlineTestTax[high]' skipped (0.002 seconds)",
                "Test Suite 'Shop.CartTests' failed at 2026-01-02 03:04:07.000",
                "\t Executed 5 tests, with 2 tests skipped and 2 failures (1 unexpected) in 0.006 (0.006) seconds",
                "Test Suite 'Shop.xctest' failed at 2026-01-02 03:04:08.000",
                "\t Executed 5 tests, with 2 tests skipped and 2 failures (1 unexpected) in 0.006 (0.006) seconds",
                "Test Suite 'All tests' failed at 2026-01-02 03:04:08.000",
                "\t Executed 5 tests, with 2 tests skipped and 2 failures (1 unexpected) in 0.006 (0.006) seconds",
                "",
            ])
    }

    @Test("a part of the tests is called so")
    func selectedTests() throws {
        let run = SampleRun()
        let lines = try text(run, [.caseEnded(run.result(.add, .passed))], isPart: true)
        #expect(lines.first?.hasPrefix("Test Suite 'Selected tests' started") == true)
        #expect(lines.dropLast().last == "\t Executed 1 test, with 0 failures (0 unexpected) in 0.002 (0.002) seconds")
    }

    @Test("half a line of output ends before the next line")
    func unfinishedLine() throws {
        let run = SampleRun()
        var result = run.result(.add, .passed)
        result.output = "half a line"
        let lines = try text(run, [.caseEnded(result)])
        #expect(lines.contains("half a line"))
        #expect(lines.contains("Test Case 'Shop.CartTests.testAdd' passed (0.002 seconds)"))
    }

    @Test("a colon between blanks in a message is no end of a name")
    func colons() throws {
        let run = SampleRun()
        let issue = Issue(kind: .error, message: "threw a.b : c")
        let lines = try text(run, [.caseEnded(run.result(.add, .failed, [issue]))])
        #expect(lines.contains("/src/CartTests.swift:10: error: Shop.CartTests.testAdd : threw a.b: c"))
    }
}
