// SPDX-License-Identifier: MIT

import Testing

/// The end of a report: cases that did not run, and classes that ran more than once.
struct SkipTests {
    @Test("rule 11: skipped cases are reported without -v, by their reasons, which name the platform")
    func reasons() throws {
        let words = ["--no-state", "--skip", "testCrashes", try SwiftFixtures.bundle("RuleSuites")]
        let result = try Runner.run(["--color", "never"] + words)
        let lines = result.lines
        let start = try #require(lines.firstIndex(of: "skipped:"), "\(result.output)")
        let block = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
        #expect(block.contains { $0.hasSuffix(" cases: its platform macOS is not current") }, "\(block)")
        #expect(
            block.contains {
                $0.hasSuffix(" cases: its suite does not support this platform (supportsCurrentPlatform)")
            }, "\(block)")
        #expect(block.contains("  RuleSuites/RuleSuites.FailureTests/testSkips: no such device"), "\(block)")
        let counts = block.map { $0.split(separator: " ").first.flatMap { Int($0) } ?? 1 }
        #expect(counts == counts.sorted(by: >), "\(block)")
        // Told case by case with -v, and not at all with -q.
        for option in ["-v", "-q"] {
            #expect(try !Runner.run([option] + words).lines.contains("skipped:"))
        }
    }

    @Test("a base class with cases that several bundles link runs in each, and the report says so", .long)
    func copies() throws {
        let bundles = try ["RuleSuites", "FocusSuites"].map { try SwiftFixtures.bundle($0) }
        let (result, report) = try Runner.report(["--color", "never", "--no-state", "--focus", "ignore"] + bundles)
        for bundle in ["RuleSuites", "FocusSuites"] {
            let identity = "\(bundle)/SharedSuites.SharedBase/testInherited"
            #expect(report.entries(about: identity).map(\.kind) == [.passed])
        }
        let notice = "SharedSuites.SharedBase ran in each of 2 bundles, which all link it: FocusSuites, RuleSuites"
        #expect(result.lines.contains(notice), "\(result.output)")
        let alone = try Runner.run(["--color", "never", "--no-state", bundles[0]])
        #expect(!alone.output.contains("which all link it"))
    }
}
