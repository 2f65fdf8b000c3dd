// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Classes that use one resource and must not run at the same time.
///
/// Rule 68.
struct ResourceTests {
    /// Runs a bundle whose classes fail if two of them use the database at the same time.
    private func run(
        _ arguments: [String], define: [String: String?] = [:], configuration: String? = nil
    ) throws -> (result: Subprocess.Result, report: Report) {
        let directory = TemporaryDirectory()
        try CFixture.compile("shared_resource.c", to: "Shared.so", in: directory, define: define)
        if let configuration { try directory.write(Array(configuration.utf8), to: "testkit.json") }
        let result = try Runner.run(
            ["-v", "--no-state", directory.path] + arguments, environment: ["DATABASE": directory.file("database")])
        return (result, Report(result.output))
    }

    @Test("classes that name one resource do not run at the same time", arguments: ["worker", "class", "case"])
    func stated(isolation: String) throws {
        let (result, report) = try run(["--jobs", "4", "--isolation", isolation], define: ["STATED": nil])
        #expect(result.status == 0, "\(result.output)")
        #expect(report.outcomes.count == 7)
    }

    @Test("a rule of the configuration names the resource by pattern, and a slip is reported")
    func configured() throws {
        let text = """
            {"tests": [{"match": "re:[ABCD]Tests", "resources": ["database"]}], "resources": {"databse": {"jobs": 2}}}
            """
        let (result, _) = try run(["--jobs", "4"], configuration: text)
        #expect(result.status == 0, "\(result.output)")
        #expect(
            result.errors.contains("warning: no test uses the resource 'databse'; did you mean 'database'?"))
    }

    @Test("a resource with two jobs is used by two classes at the same time")
    func jobs() throws {
        let (result, report) = try run(
            ["--jobs", "3", "--filter", "ingTests"], define: ["STATED": nil, "MEETS": nil],
            configuration: #"{"resources": {"database": {"jobs": 2}}}"#)
        #expect(result.status == 0 && report.outcomes.count == 2, "\(result.output)")
    }

    @Test("a worker that dies frees the resource, and its classes go on in another")
    func deaths() throws {
        let (result, report) = try run(["--jobs", "3"], define: ["STATED": nil, "DIES": nil])
        #expect(result.status == 1)
        #expect(report.outcomes.count { $0.kind == .crashed } == 1)
        #expect(report.outcomes.count { $0.kind == .passed } == 6, "\(result.output)")
    }

    @Test("the settings in force name the limits of resources")
    func shown() throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("shared_resource.c", to: "Shared.so", in: directory, define: ["STATED": nil])
        let configuration = """
            {"tests": [{"match": "FreeTests", "resources": ["port"]}], "resources": {"port": {"jobs": 2}}}
            """
        try directory.write(configuration, to: "testkit.json")
        let settings = try Runner.run(["--show-config", directory.path]).output
        #expect(settings.contains("resources port") && settings.contains("jobs 2"), "\(settings)")
        #expect(!settings.contains("passed"), "nothing runs")
    }
}
