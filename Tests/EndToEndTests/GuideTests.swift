// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The guides' code is quoted from bundles that are built and run here.
struct GuideTests {
    @Test(
        "a guide quotes its fixtures, all of its code",
        arguments: [
            ("DataDriven", ["ExampleSuites", "TypedSuites"], 10), ("Tutorial", ["TutorialSuites"], 9),
            ("../README", ["TutorialSuites"], 1),
        ])
    func quotations(guide: String, fixtures: [String], count: Int) throws {
        let sources = try fixtures.flatMap { fixture in
            let directory = CFixture.root + "/Tests/Fixtures/\(fixture)"
            let files = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".swift") }
            return try files.map { try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8) }
        }
        let text = try String(contentsOfFile: CFixture.root + "/docs/\(guide).md", encoding: .utf8)
        let quotations = text.matches(of: /\x60\x60\x60swift\n((?s).*?)\x60\x60\x60/).map { String($0.1) }
        // Manifests of packages are not built here.
        let quoted = quotations.filter { !$0.hasPrefix(".target(") && !$0.contains("PackageDescription") }
        #expect(quoted.count == count)
        for text in quoted { #expect(sources.contains { $0.contains(text) }, "not in the fixtures:\n\(text)") }
    }

    @Test("what the tutorial builds passes, and its commands select what it says")
    func tutorial() throws {
        let path = try SwiftFixtures.bundle("TutorialSuites")
        let directory = TemporaryDirectory()
        let options = ["-v", "--color", "never", "--attachments", directory.file("kept")]
        let report = try Runner.report(options + [path], exiting: 0).report
        #expect(report.outcomes.count == 16 && report.outcomes.allSatisfy { $0.kind == .passed })
        let bill = directory.file("kept/TutorialSuites/TutorialSuites.BillTests/testTheBillIsSorted/bill.txt")
        #expect(try String(contentsOfFile: bill, encoding: .utf8) == "2 × apple\n1 × bread\n1 × cheese\n")
        #expect(try Runner.listed(["--tag", "bill", path]).count == 3)
        let one = try Runner.listed([path, "TotalTests/outlineTestTotal[two of one]"])
        #expect(one == ["TutorialSuites/TutorialSuites.TotalTests/outlineTestTotal[two of one]"])
    }
}
