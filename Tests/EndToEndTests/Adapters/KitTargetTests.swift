// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// TestKit's classes in a test target.
@Suite(.long) struct KitTargetTests {
    /// The package, built once.
    private static let package = OtherFrameworks.kitTargets
    /// What its tests come to.
    private static let outcomes: Set<String> = [
        "passed KitTests.LifeTests/testInherited", "passed KitTests.LifeTests/testHooks",
        "passed KitTests.LifeTests/testAwaits", "failed KitTests.LifeTests/testFails",
        "skipped KitTests.LifeTests/testSkips", "passed KitTests.LifeTests/testIsKnown",
        "passed KitTests.LifeTests/outlineTestCounts[one]", "passed KitTests.LifeTests/outlineTestCounts[two]",
        "passed KitTests.LifeTests/testLeavesWork", "passed KitTests.OtherTests.swift/adds",
        "passed KitTests.OlderTests/testAdds",
    ]

    @Test("one report has the tests of all three frameworks", arguments: ["worker", "class", "case"])
    func together(isolation: String) throws {
        let result = try OtherFrameworks.run(["--isolation", isolation, "--no-state", try Self.package.executable()])
        let found = Report(result.output).outcomes.map { "\($0.kind) \($0.identity)" }
        #expect(Set(found) == Set(Self.outcomes.map { $0.replacing(" ", with: " KitTargetsPackageTests/") }))
        #expect(found.last?.contains("LifeTests") == true, "its run group is the last one")
        #expect(result.output.contains("Tests/KitTests/LifeTests.swift:29"), "\(result.output)")
    }

    @Test(
        "swift test selects cases through the runner",
        arguments: [
            ("KitTests.LifeTests/testHooks", 1), ("LifeTests/TestKitCases/testHooks", 1), ("LifeTests", 9), ("adds", 1),
        ])
    func selected(filter: String, count: Int) throws {
        let words = ["swift-test", "--", try Self.package.executable(), "--filter", filter]
        let result = try Runner.run(
            words + ["--testing-library", "swift-testing"], environment: OtherFrameworks.environment)
        #expect(result.output.contains(" \(count) case"), "\(result.output)\(result.errors)")
    }

    /// Runs `swift test` without the runner.
    private func swiftTest(_ words: [String]) throws -> Subprocess.Result {
        let products = URL(filePath: try Self.package.products())
        let scratch = products.deletingLastPathComponent().deletingLastPathComponent().path
        let package = "\(CFixture.root)/Tests/Fixtures/KitTargets"
        return try Subprocess(
            "/usr/bin/env",
            ["swift", "test", "--skip-build", "--package-path", package, "--scratch-path", scratch] + words
        ).wait()
    }

    @Test("swift test runs the classes without the runner")
    func alone() throws {
        let directory = TemporaryDirectory()
        let result = try swiftTest(["--disable-xctest", "--xunit-output", directory.file("all.xml")]).exiting(1)
        let output = result.output + result.errors
        #expect(output.contains("testFails() recorded an issue at LifeTests.swift:29:1: "), "\(output)")
        #expect(output.contains("expected 2, got 1") && output.contains("with 1 known issue"), "\(output)")
        #expect(output.contains("found late"), "\(output)")
        #expect(output.components(separatedBy: "class torn down").count == 2, "\(output)")
        #expect(output.components(separatedBy: "Only the runner gives").count == 2, "\(output)")
        let report = try String(contentsOfFile: directory.file("all.xml"), encoding: .utf8)
        #expect(report.contains(#"classname="KitTests.LifeTests.TestKitCases" name="testHooks()""#), "\(report)")
    }

    @Test("swift test selects one case of a class, whose hooks run")
    func selectedAlone() throws {
        let one = try swiftTest(["--filter", "TestKitCases/testHooks"])
        #expect(one.status == 0 && one.output.contains("1 test in"), "\(one.output)\(one.errors)")
        let list = try swiftTest(["list"]).output
        #expect(list.contains("KitTests.LifeTests/TestKitCases/outlineTestCounts(example:)"), "\(list)")
    }
}
