// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A bundle that tries to write the plan, or another worker's results.
///
/// Rule 48.
struct PlanProtectionTests {
    @Test(
        "no test can write the plan, and one that tries harms no other",
        arguments: TestDepth.some(1, of: ["worker", "class", "case"]))
    func planIsReadOnly(isolation: String) throws {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile(
            "plan_writing.c", to: "Planwriting.so", in: directory,
            options: ["-I\(CFixture.root)/Sources/WorkerShims/include"])
        let options = ["-v", "--no-state", "--isolation", isolation]
        let (run, report) = try Runner.report(options + [bundle], exiting: 1)
        func kinds(_ name: String) -> [Report.Kind] {
            report.entries(about: "Planwriting/Plan.\(name)").map(\.kind)
        }
        for name in ["protects", "reopens", "empties", "moves", "testLast"] {
            #expect(kinds("WritingTests/\(name)") == [.passed], "\(run.output)")
        }
        #expect(kinds("WritingTests/writes") == [.crashed], "\(run.output)")
        #expect(kinds("OtherTests/testPasses") == [.passed])
    }

    @Test("no test can write the result of another worker's", arguments: ["worker", "class", "case"])
    func resultsAreTheWorkersOwn(isolation: String) throws {
        let directory = TemporaryDirectory()
        let places = TemporaryDirectory()
        let bundle = try CFixture.compile(
            "foreign.c", to: "Foreign.so", in: directory, define: ["PLACES": "\"\(places.path)\""],
            options: ["-I\(CFixture.root)/Sources/WorkerShims/include"])
        let (run, report) = try Runner.report(["--no-state", "--jobs", "2", "--isolation", isolation, bundle])
        let failed = report.entries(about: "Foreign/Foreign.FailingTests/testFails")
        #expect(failed.map(\.kind) == [.failed], "\(run.output)")
        #expect(failed.first?.text.contains("failed indeed") == true, "\(run.output)")
        let writing = report.entries(about: "Foreign/Foreign.WritingTests/testWrites")
        #expect(writing.map(\.kind) == [.crashed], "\(run.output)")
        #expect(run.status == 1)
    }
}
