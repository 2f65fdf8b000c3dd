// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// XCTest's text, beyond that of `StreamTests`.
struct XCTestTextReporterTests {
    @Test("a part of the tests is called so")
    func selectedTests() throws {
        let run = SampleRun()
        let lines = try run.report([.caseEnded(run.result(.add, .passed))]) { context, output in
            XCTestTextReporter(context: context, file: "Shop.xctest", isPart: true, output: output)
        }.split(separator: "\n")
        #expect(lines.first?.hasPrefix("Test Suite 'Selected tests' started") == true)
        #expect(lines.last == "\t Executed 1 test, with 0 failures (0 unexpected) in 0.002 (0.002) seconds")
    }
}
