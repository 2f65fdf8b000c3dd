// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Classes whose cases need not run in one process.
///
/// Rule 54.
struct DividedTests {
    /// Runs two classes of six cases that may be divided, and one of a single case.
    private func run(
        _ arguments: [String], define: [String: String?] = [:]
    ) throws -> (result: Subprocess.Result, report: Report) {
        let directory = TemporaryDirectory()
        try CFixture.compile("divided_classes.c", to: "Slices.so", in: directory, define: define)
        let result = try Runner.run(["-v", "--no-state", "--seed", "3", directory.path] + arguments)
        return (result, Report(result.output))
    }

    @Test(
        "each case runs once, however its class is divided, and no worker stays behind",
        arguments: TestDepth.some(3, of: ["1", "2", "4"]), ["worker", "class", "case"])
    func whole(jobs: String, isolation: String) throws {
        let (result, report) = try run(["--jobs", jobs, "--isolation", isolation])
        #expect(result.status == 0, "\(result.output)")
        #expect(report.outcomes.count == 13 && Set(report.outcomes.map(\.identity)).count == 13)
        #expect(report.outcomes.allSatisfy { $0.kind == .passed } && report.entries(about: "the run").isEmpty)
    }

    @Test("where a slice has a process, a class has a few for each worker, whoever asked for the isolation")
    func processes() throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("divided_classes.c", to: "Slices.so", in: directory, define: ["MANY": nil])
        func processes(_ arguments: String...) throws -> Int {
            let result = try Runner.run(
                ["--no-state", "--jobs", "2", "--show-output", "all", directory.path, "LargeTests"] + arguments)
            #expect(result.status == 0, "\(result.output)")
            let lines = result.lines.filter { $0.contains("process ") }
            #expect(lines.count == 64, "\(result.output)")
            return Set(lines).count
        }
        #expect(try processes("--isolation", "class") == 8)
        #expect(try processes("--isolation", "case") == 64)
        try directory.write(Array(#"{"bundles": {"Slices": {"isolation": "class"}}}"#.utf8), to: "testkit.json")
        #expect(try processes() == 8)
    }

    @Test("a class that leaves its process unfit for others goes on there")
    func changing() throws {
        let directory = TemporaryDirectory()
        try CFixture.compile(
            "divided_classes.c", to: "Slices.so", in: directory, define: ["MANY": nil, "CHANGES": nil])
        let words = ["--no-state", "--seed", "3", "--jobs", "2", "--show-output", "all", directory.path]
        let result = try Runner.run(words + ["LargeTests"]).exiting(0)
        let processes = result.lines.filter { $0.contains("process ") && !$0.contains("left its") }
        #expect(processes.count == 64, "\(result.output)")
        // Two workers; one more for each unit that another one took back and had passed.
        #expect(Set(processes).count <= 4, "\(result.output)")
    }

    @Test(
        "a case that ends its process in the middle of several slices is the only one that fails",
        arguments: ["1", "2"])
    func death(jobs: String) throws {
        let (result, report) = try run(["--jobs", jobs], define: ["DIES": nil])
        #expect(result.status == 1)
        let crashed = report.outcomes.filter { $0.kind == .crashed }
        #expect(
            crashed.map(\.identity).sorted() == ["Slices/Slices.FirstTests/testC", "Slices/Slices.SecondTests/testC"])
        #expect(report.outcomes.count { $0.kind == .passed } == 11, "\(result.output)")
    }
}
