// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 70: coverage of bundles that are built for it, whatever ends their processes.
struct CoverageTests {
    /// The instrumentation of clang.
    private static let instrumented = ["-fprofile-instr-generate", "-fcoverage-mapping", "-Wl,--gc-sections"]

    /// Compiles the bundle, and runs it in its sources' directory; the result, and the reports' directory.
    private func run(
        _ arguments: [String], options: [String] = Self.instrumented, environment: [String: String] = [:]
    ) throws -> (result: Subprocess.Result, reports: TemporaryDirectory) {
        let directory = TemporaryDirectory()
        let path = try CFixture.compile(
            "coverage.c", to: "Coverage.so", in: directory, options: options, by: "clang")
        let words =
            ["--no-state", "--coverage", directory.file("reports"), "--coverage-include-tests", path] + arguments
        let result = try Runner.run(words, environment: environment, in: CFixture.root + "/Tests")
        return (result, directory)
    }

    /// How often each function ran.
    private func calls(_ reports: TemporaryDirectory) throws -> [String: Int] {
        let text = try String(contentsOfFile: reports.file("reports/lcov.info"), encoding: .utf8)
        let pairs = Subprocess.Result.lines(of: text).filter { $0.hasPrefix("FNDA:") }.map { line in
            let parts = line.dropFirst(5).split(separator: ",", maxSplits: 1)
            return (parts.last.map(String.init) ?? "", parts.first.flatMap { Int($0) } ?? -1)
        }
        return Dictionary(pairs) { $0 + $1 }
    }

    @Test(
        "rule 70: every process counts once, whatever ends it; what a kill loses is named",
        arguments: TestDepth.some(
            2,
            of: [
                ["--isolation", "worker"], ["--isolation", "class", "--jobs", "3"],
                ["--isolation", "case", "--jobs", "2"],
                // What a diagnosis tries is no part of the run.
                ["--diagnose", "--diagnose-runs", "12"],
            ]))
    func everyProcess(arguments: [String]) throws {
        let (result, reports) = try run(arguments)
        #expect(result.status == 1)
        let calls = try calls(reports)
        for (function, count) in [
            "reached_by_two": 2, "before_crash": 1, "before_exit": 1, "before_sudden_exit": 1, "before_termination": 1,
            "before_kill": 0, "in_stray": 0, "never_reached": 0, "testkit_bundle_entry": 1,
        ] where function != "testkit_bundle_entry" {
            #expect(calls[function] == count, "\(function) in \(calls)")
        }
        let lost = Subprocess.Result.lines(of: result.errors).filter { $0.contains("coverage of") }
        #expect(lost.count == 1 && lost[0].contains("coverage of Coverage/Coverage.KilledTests is lost"), "\(lost)")
        #expect(result.output.contains("%") && result.output.contains("Fixtures/C/coverage.c"), "\(result.output)")
        let left = try FileManager.default.contentsOfDirectory(atPath: reports.file("reports"))
        #expect(Set(left) == ["html", "lcov.info", "merged.profdata"])
        #expect(FileManager.default.fileExists(atPath: reports.file("reports/html/index.html")))
        let stray = "\(CFixture.root)/Tests/default.profraw"
        #expect(!FileManager.default.fileExists(atPath: stray), "an uncounted process wrote a profile of its own")
    }

    @Test("rule 70: with --diagnose=last, the failed tests that run before the search count, and trials do not")
    func failuresOfTheLastRun() throws {
        let directory = TemporaryDirectory()
        let path = try CFixture.compile(
            "coverage.c", to: "Coverage.so", in: directory, options: Self.instrumented, by: "clang")
        let state = directory.file("state")
        // Without --coverage, the bundle writes a profile of its own where it runs.
        try Runner.run(["--state", state, path], in: directory.path)
        let words = ["--diagnose=last", "--diagnose-runs", "5", "--state", state]
        try Runner.run(
            words + ["--coverage", directory.file("reports"), "--coverage-include-tests", path],
            in: CFixture.root + "/Tests")
        let calls = try calls(directory)
        #expect(calls["before_crash"] == 1 && calls["before_exit"] == 1 && calls["reached_by_two"] == 0, "\(calls)")
    }

    @Test(
        "rule 70: a share of lines below the least one is exit code 7, unless a test failed",
        arguments: [("100", 7), ("5", 0)])
    func failUnder(minimum: String, status: Int32) throws {
        let (result, _) = try run(["--filter", "testPasses", "--coverage-fail-under", minimum])
        #expect(result.status == status, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("less than --coverage-fail-under") == (status == 7))
    }

    @Test("rule 70: bundles that are not built for coverage, or stripped, are reported", arguments: [true, false])
    func notInstrumented(isStripped: Bool) throws {
        let options = isStripped ? Self.instrumented + ["-s"] : []
        let (result, _) = try run(["--filter", "testPasses"], options: options)
        #expect(result.status == 2)
        #expect(result.errors.contains("no coverage: nothing that ran was built for it"), "\(result.errors)")
        #expect(result.errors.contains("Coverage.so is missing: its profile runtime was not found") == isStripped)
    }

    @Test("rule 70: without the toolchain's programs nothing runs")
    func withoutTools() throws {
        let (result, _) = try run([], environment: ["PATH": "/nowhere"])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains("--coverage needs llvm-profdata and llvm-cov: no Swift toolchain on PATH"))
    }
}
