// SPDX-License-Identifier: MIT

import Testing

/// Cases that do to their process what the worker must live with.
struct MeddlingTests {
    /// What the cases do, as their classes are named.
    private static let habits = ["ChildReturns", "ChildExits", "ChildStays", "ClosesDescriptors", "ChangesDirectory"]

    @Test(
        "a forked child, closed descriptors and another directory cost nobody a result, and nothing is counted twice",
        arguments: ["worker", "class", "case"])
    func nothingIsLost(isolation: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("meddling.c", to: "Meddling.so", in: directory)
        let result = try Runner.run(["-v", "--jobs", "1", "--leaks", "off", "--isolation", isolation, bundle])
        let report = Report(result.output)
        for habit in Self.habits {
            let passed = report.entries(about: "Meddling/Meddling.\(habit)/testMeddles")
            #expect(passed.map { "\($0.kind)" } == ["passed"], "\(habit)")
            let failed = report.entries(about: "Meddling/Meddling.After\(habit)/testFails")
            #expect(failed.map { "\($0.kind)" } == ["failed"], "\(habit)")
            #expect(failed.first?.text.contains("it arrived") == true, "\(habit)")
        }
        #expect(result.output.contains("10 cases run"))
        #expect(result.status == 1)
    }
}
