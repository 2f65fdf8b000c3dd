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
        "passed KitTests.OtherTests.swift/adds", "passed KitTests.OlderTests/testAdds",
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
            ("KitTests.LifeTests/testHooks", 1), ("LifeTests", 8), ("adds", 1),
        ])
    func selected(filter: String, count: Int) throws {
        let words = ["swift-test", "--", try Self.package.executable(), "--filter", filter]
        let result = try Runner.run(
            words + ["--testing-library", "swift-testing"], environment: OtherFrameworks.environment)
        #expect(result.output.contains(" \(count) case"), "\(result.output)\(result.errors)")
    }
}
