// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A bundle that writes over the listing of all bundles while it is loaded.
///
/// Rule 31.
struct ListingTests {
    @Test(
        "each bundle that was found is listed or a fault, whatever another does to the listing",
        arguments: ["0", "8", "100", "UINT64_MAX"])
    func nothingVanishes(amount: String) throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("ordinary.c", to: "Before.so", in: directory)
        try CFixture.compile("ordinary.c", to: "Zlast.so", in: directory)
        try CFixture.compile(
            "scribbling.c", to: "Scribbling.so", in: directory, define: ["AMOUNT": amount],
            options: ["-I\(CFixture.root)/Sources/WorkerShims/include"])
        let (result, report) = try Runner.report(["--no-state", directory.path])
        for name in ["Before", "Zlast"] { FixtureModel.ordinary.named(name).expectMatch(report) }
        let ran = report.entries(about: "Scribbling/Scribbling.ScribblingTests/testPasses").map(\.kind)
        let isFault = report.faults.map(\.identity) == ["Scribbling"]
        #expect(ran == [.passed] || isFault)
        #expect(result.status == (isFault ? 4 : 0))
    }

    @Test("a list without a test says why, as a run does")
    func nothing() throws {
        let directory = TemporaryDirectory()
        let empty = try Runner.run(["--list", "--no-state", directory.path])
        #expect(empty.status == 3 && empty.errors.contains("no bundle and no test executable in "), "\(empty.errors)")
        let bundle = try CFixture.compile("ordinary.c", to: "Some.so", in: directory)
        let unselected = try Runner.run(["--list", "--no-state", "--tag", "none", bundle])
        #expect(unselected.status == 3 && unselected.errors.contains(" is selected"), "\(unselected.errors)")
    }
}
