// SPDX-License-Identifier: MIT

import Testing

/// Bundles that are readied for being forked.
///
/// Rule 55.
struct ForkPreparationTests {
    @Test("a bundle is prepared once in the worker whose children run it, and not where none do")
    func once() throws {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile("fork_preparation.c", to: "Prepared.so", in: directory)
        let expected = [
            "worker": "prepared 0 times, nowhere", "class": "prepared 1 times, in the parent",
            "case": "prepared 1 times, in the parent", "none": "prepared 0 times, nowhere",
        ]
        for (isolation, words) in expected {
            let report = Report(try Runner.run(["--jobs", "1", "--isolation", isolation, bundle]).output)
            let failed = report.entries.filter { $0.kind == .failed }
            #expect(failed.count == 4, "\(isolation)")
            #expect(failed.allSatisfy { $0.text.contains(words) }, "\(isolation): \(failed)")
        }
    }

    @Test("a bundle that ends its worker by it is the fault; the others run")
    func dies() throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("ordinary.c", to: "Good.so", in: directory)
        try CFixture.compile("fork_preparation.c", to: "Bad.so", in: directory, define: ["DIES": "raise(SIGKILL)"])
        let report = try Runner.report(["--jobs", "1", "--isolation", "case", directory.path], exiting: 4).report
        #expect(report.entries.filter { $0.identity.hasPrefix("Good/") && $0.kind == .passed }.count == 17)
        let lost = report.entries.filter { $0.identity.hasPrefix("Bad/") }
        #expect(lost.map(\.kind) == [.notRun, .notRun, .notRun, .notRun])
        let faults = report.entries.filter { $0.kind == .fault }
        let words = "was ended by SIGKILL (killed from outside, or out of memory) while it was opened again"
        #expect(faults.map { $0.text.contains(words) } == [true], "\(faults)")
    }
}
