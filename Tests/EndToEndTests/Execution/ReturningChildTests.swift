// SPDX-License-Identifier: MIT

import Testing

/// Processes that a bundle's code makes and that come back into the runner as if they were the worker.
///
/// Rules 30 and 48.
struct ReturningChildTests {
    /// Where the process is made.
    private static let places = ["IN_CONSTRUCTOR", "IN_REGISTRATION", "IN_SET_UP", "IN_CASE", "IN_TEAR_DOWN"]
    /// How, with a memory of its own.
    private static let copies = ["BY_FORK", "BY_BARE_FORK", "BY_SYSTEM_CALL", "BY_CLONE", "BY_NEWER_CLONE"]

    /// Returns the expected reports about the place.
    private static func expected(_ place: String, _ name: String) -> [(String, Report.Kind)] {
        let (test, other) = ("\(name)/Strays.StrayTests", "\(name)/Strays.OtherTests/testPasses")
        let abnormal: [(String, Report.Kind)] = [(test, .abnormal)]
        return switch place {
        case "IN_SET_UP": abnormal + [("\(test)/testDivides", .notRun), (other, .passed)]
        case "IN_CASE": [("\(test)/testDivides", .failed), (other, .passed)]
        case "IN_TEAR_DOWN": abnormal + [("\(test)/testDivides", .passed), (other, .passed)]
        default: [("\(test)/testDivides", .passed), (other, .passed)]
        }
    }

    @Test("a copy of the worker changes no result, however it was made and wherever it comes back", arguments: copies)
    func copiesChangeNothing(how: String) throws {
        let directory = TemporaryDirectory()
        for place in Self.places {
            try CFixture.compile(
                "returning_children.c", to: place + ".so", in: directory, define: ["HOW": how, "PLACE": place])
        }
        for isolation in ["worker", "class", "case"] {
            let report = try Runner.report(["--no-state", "--isolation", isolation, directory.path], exiting: 1).report
            for place in Self.places {
                let told = report.entries.filter { $0.kind != .warning && $0.identity.hasPrefix(place + "/") }
                let expected = Self.expected(place, place)
                #expect(
                    Set(told.map { "\($0.identity) \($0.kind)" }) == Set(expected.map { "\($0.0) \($0.1)" }),
                    "\(place)")
                #expect(told.count == expected.count, "\(place)")
                let failed = told.filter { $0.kind == .failed || $0.kind == .abnormal }
                #expect(failed.allSatisfy { $0.text.contains("the worker's own") }, "\(place)")
            }
            #expect(report.entries(about: "the run").isEmpty)
        }
    }

    @Test(
        "a process that shares the worker's memory fails what it came back from, and nothing else",
        arguments: [("BY_VFORK", "worker"), ("BY_VFORK", "case"), ("BY_SHARING", "worker")])
    func sharedMemory(how: String, isolation: String) throws {
        let words = "created a process that shares its memory (vfork) and that returned into the runner"
        let directory = TemporaryDirectory()
        for place in Self.places {
            try CFixture.compile(
                "returning_children.c", to: place + ".so", in: directory, define: ["HOW": how, "PLACE": place])
        }
        let speaking = ["HOW": how, "PLACE": "IN_CASE", "CHILD_SPEAKS": nil]
        try CFixture.compile("returning_children.c", to: "SPEAKS.so", in: directory, define: speaking)
        try CFixture.compile("ordinary.c", to: "Ordinary.so", in: directory)
        let options = ["-v", "--no-state", "--jobs", "1", "--isolation", isolation]
        let report = try Runner.report(options + [directory.path], exiting: 1).report
        for place in ["IN_CONSTRUCTOR", "IN_REGISTRATION"] {
            #expect(report.faults.first { $0.identity == place }?.reason.contains(words) == true, "\(place)")
        }
        for place in ["IN_SET_UP", "IN_TEAR_DOWN"] {
            let told = report.entries(about: "\(place)/Strays.StrayTests").filter { $0.kind == .abnormal }
            #expect(told.count == 1 && told[0].text.contains(words), "\(place): \(told)")
        }
        // In silence, too: what passed there was the other process.
        for place in ["IN_CASE", "SPEAKS"] {
            let told = report.entries(about: "\(place)/Strays.StrayTests/testDivides")
            #expect(told.map(\.kind) == [.crashed], "\(place)")
            #expect(told.first?.text.contains(words) == true, "\(place)")
        }
        #expect(report.entries(about: "the run").isEmpty)
        let others = report.outcomes.filter { $0.identity.hasSuffix("Strays.OtherTests/testPasses") }
        #expect(others.map(\.kind) == Array(repeating: .passed, count: 4))
        FixtureModel.ordinary.named("Ordinary").expectMatch(report)
    }
}
