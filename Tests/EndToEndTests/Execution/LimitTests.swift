// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// How much a run takes: cases, bundles, failures, messages and output.
struct LimitTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test("100,000 cases in one bundle run, and each has its result", .long)
    func manyCases() throws {
        let bundle = try CFixture.compile("many_cases.c", to: "Many.so", in: directory, define: ["CASES": "100000"])
        let result = try Runner.run(["--no-state", bundle]).exiting(0)
        #expect(result.output.contains("100000 cases run"))
        let list = try Runner.run(["--list", bundle])
        #expect(Set(list.lines).count == 100_000)
    }

    @Test("10,000 failures are all reported", .long)
    func manyFailures() throws {
        let bundle = try CFixture.compile(
            "many_cases.c", to: "Many.so", in: directory, define: ["CASES": "10000", "FAILS": nil])
        let result = try Runner.run(["--no-state", "-v", bundle]).exiting(1)
        let failed = Report(result.output).outcomes.filter { $0.kind == .failed && $0.text.contains("it fails") }
        #expect(Set(failed.map(\.identity)).count == 10_000)
    }

    @Test("2,100 bundles are listed and run, by processes that open a thousand each", .long)
    func manyBundles() throws {
        let bundle = try CFixture.compile(
            "many_cases.c", to: "Many.so", in: directory, define: ["CASES": "1", "LIBRARIES": "1100"])
        let bundles = try directory.makeDirectory("bundles")
        for number in 0..<2100 { try FileManager.default.copyItem(atPath: bundle, toPath: "\(bundles)/B\(number).so") }
        let result = try Runner.run(["--no-state", "-v", bundles]).exiting(0)
        #expect(Set(Report(result.output).order).count == 2100)
    }
}
