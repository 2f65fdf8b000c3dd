// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The surroundings of a process, as the caller of the runner or a bundle's code left them.
struct SurroundingsTests {
    /// Expects that all that the cases of the fixture said has arrived.
    private func expectAll(_ result: Subprocess.Result, sourceLocation: SourceLocation = #_sourceLocation) {
        let report = Report(result.output)
        let kinds = ["Clears", "Lacks", "Floods"].map { name in
            report.entries(about: "Surroundings/Surroundings.\(name)Tests/test\(name)").map(\.kind)
        }
        #expect(kinds == [[.passed], [.passed], [.failed]], sourceLocation: sourceLocation)
        let flood = report.entries(about: "Surroundings/Surroundings.FloodsTests/testFloods").first?.text
        #expect(flood?.contains("the last of many") == true, sourceLocation: sourceLocation)
        #expect(!report.entries.contains { $0.kind == .abnormal }, sourceLocation: sourceLocation)
        #expect(report.entries(about: "the run").isEmpty, sourceLocation: sourceLocation)
        #expect(result.status == 1, sourceLocation: sourceLocation)
    }

    @Test(
        "no environment at all and a pipe that does not wait cost nobody a result",
        arguments: ["worker", "class", "case"])
    func changed(isolation: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("surroundings.c", to: "Surroundings.so", in: directory)
        expectAll(try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, bundle]))
    }

    @Test(
        "a bundle that ignores SIGCHLD, or waits for every child, hides no child's end", arguments: ["class", "case"])
    func children(isolation: String) throws {
        let directory = try TemporaryDirectory()
        for habit in ["IGNORES_CHILDREN", "WAITS_FOR_ALL"] {
            let bundle = try CFixture.compile(
                "surroundings.c", to: "Surroundings.so", in: directory, define: [habit: nil])
            expectAll(try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, bundle]))
        }
    }

    @Test(
        "a bundle in whose process no other can be created loses its own classes, and no other bundle's",
        arguments: ["class", "case"])
    func unforkable(isolation: String) throws {
        let directory = try TemporaryDirectory()
        try CFixture.compile("unforkable.c", to: "Unforkable.so", in: directory)
        try FixtureModel.ordinary.named("Ordinary").make(in: directory)
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, directory.path])
        let report = Report(result.output)
        FixtureModel.ordinary.named("Ordinary").expectMatch(report)
        for name in ["First", "Second"] {
            let told = report.entries(about: "Unforkable/Unforkable.\(name)Tests").filter { $0.kind == .abnormal }
            #expect(told.count == 1 && told[0].text.contains("no process could be created for it"), "\(told)")
            let cases = report.entries(about: "Unforkable/Unforkable.\(name)Tests/testPasses").map(\.kind)
            #expect(cases == [.notRun])
        }
        #expect(report.entries(about: "the run").isEmpty)
        #expect(result.status == 1)
    }

    @Test("a runner that is started with SIGCHLD ignored hears of its workers' ends", arguments: ["worker", "class"])
    func ignoredByCaller(isolation: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("surroundings.c", to: "Surroundings.so", in: directory)
        let command = "trap '' CHLD; exec \"$0\" -v --no-state --jobs 1 --isolation \(isolation) \"$1\""
        expectAll(try Subprocess("/bin/sh", ["-c", command, Runner.path, bundle]).wait())
    }

    @Test(
        "under --isolation none, the exit status is the report's, however a test ends the process",
        arguments: ["exit(0)", "quick_exit(0)", "_exit(0)", "_Exit(0)"])
    func exitStatus(deed: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("quitting.c", to: "Quitting.so", in: directory, define: ["DEED": deed])
        let result = try Runner.run(["--no-state", "--isolation", "none", bundle])
        #expect(result.output.contains("FAILED: "))
        #expect(result.status == 1)
    }
}
