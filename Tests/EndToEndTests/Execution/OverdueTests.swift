// SPDX-License-Identifier: MIT

import Testing

/// Code that takes longer than its limit and comes back when the host asks it to end, as if nothing had been.
///
/// Rule 36.
struct OverdueTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// Where a bundle overstays, and what is said of that.
    struct Place: Sendable, CustomTestStringConvertible {
        /// The bundle's name, as `overdue.c` calls the place.
        let name: String
        /// The expected kind of report.
        let kind: Report.Kind
        /// Of what, behind the bundle's name.
        let subject: String
        /// In which words; LIMIT stands for the time limit.
        let says: String
        /// How many of the bundle's three cases pass.
        let passed: Int

        /// The place's name.
        var testDescription: String { name }
    }

    /// Each place that has a time limit.
    private static let places = [
        Place(
            name: "IN_CONSTRUCTOR", kind: .fault, subject: "", says: "took longer than LIMIT while it was opened",
            passed: 0),
        Place(name: "IN_REGISTRATION", kind: .fault, subject: "", says: "took longer than LIMIT in its", passed: 0),
        Place(
            name: "IN_EXAMPLES", kind: .timedOut, subject: "/Overdue.ListedTests/outlineTestListed",
            says: "its examples could not be read: it took longer than LIMIT", passed: 2),
        Place(
            name: "IN_SET_UP", kind: .abnormal, subject: "/Overdue.OverdueTests",
            says: "took longer than LIMIT: it returned after", passed: 2),
        Place(
            name: "IN_CASE", kind: .timedOut, subject: "/Overdue.OverdueTests/testOverstays",
            says: "took longer than LIMIT: it returned after", passed: 2),
        Place(
            name: "IN_SKIPPED_CASE", kind: .timedOut, subject: "/Overdue.OverdueTests/testOverstays",
            says: "took longer than LIMIT: it returned after", passed: 2),
        Place(
            name: "IN_TEAR_DOWN", kind: .abnormal, subject: "/Overdue.OverdueTests",
            says: "took longer than LIMIT: it returned after", passed: 3),
    ]

    /// Compiles the fixture.
    private static func compile(_ place: String, signal: String, in directory: TemporaryDirectory) throws -> String {
        try CFixture.compile(
            "overdue.c", to: place + ".so", in: directory, define: ["PLACE": place, "SIGNAL": signal])
    }

    /// All places in one run.
    private static let together: Result<(limit: HangLimit, result: Subprocess.Result), any Error> = Result {
        let directory = TemporaryDirectory()
        for place in places { _ = try compile(place.name, signal: "SIGQUIT", in: directory) }
        let limit = try HangLimit()
        let limits = ["--timeout", limit.option, "--load-timeout", limit.option]
        return (limit, try Runner.run(["-v", "--no-state", "--jobs", "8"] + limits + [directory.path]))
    }

    @Test("what takes longer than its limit has failed, though it returned at the signal", .long, arguments: places)
    func isFailure(place: Place) throws {
        let (limit, result) = try Self.together.get()
        let says = place.says.replacing("LIMIT", with: limit.text())
        let report = Report(result.output)
        let told = report.entries(about: place.name + place.subject).filter { $0.kind == place.kind }
        #expect(told.count == 1, "\(result.output)")
        #expect(told.first?.text.contains(says) == true, "\(told)")
        let passed = report.outcomes.filter { $0.identity.hasPrefix(place.name + "/") && $0.kind == .passed }
        #expect(passed.count == place.passed)
        #expect(result.status == 1)
    }

    @Test(
        "what a bundle writes over the time at which its case began neither keeps the case from its limit nor ends it",
        .long,
        arguments: ["0", "1", "2", "3"])
    func clock(mode: String) throws {
        let bundle = try Self.compileClocks(mode, in: directory)
        let stays = mode == "0" || mode == "1"
        let limit = stays ? try HangLimit().option : "120"
        let (run, report) = try Runner.report([
            "--no-state", "--jobs", "1", "--timeout", limit, "--leaks", "off", bundle,
        ])
        let kinds = report.entries(about: "Clocks/Clocks.ClockTests/testStays").map(\.kind)
        #expect(kinds == [stays ? .timedOut : .passed], "\(report.entries)")
        #expect(report.entries(about: "Clocks/Clocks.LaterTests/testPasses").map(\.kind) == [.passed])
        #expect(run.status == (stays ? 1 : 0))
    }

    /// Compiles a bundle that writes over what its worker is at.
    private static func compileClocks(_ mode: String, in directory: TemporaryDirectory) throws -> String {
        try CFixture.compile(
            "forged_clock.c", to: "Clocks.so", in: directory, define: ["MODE": mode],
            options: ["-I\(CFixture.root)/Sources/WorkerShims/include", "-lpthread"])
    }

    @Test("a bundle that goes on for ever while it is opened, by what it writes, is a fault", .long)
    func flittingConstructor() throws {
        let bundle = try Self.compileClocks("4", in: directory)
        let run = try Runner.run(["-v", "--no-state", "--load-timeout", "0.1", bundle]).exiting(4)
        let told = Report(run.output).entries(about: "Clocks")
        #expect(told.map(\.kind) == [.fault], "\(run.output)")
        #expect(told.first?.text.contains("took longer than ") == true)
    }

    @Test("the last known line is shown of what came back too late, by SIGTERM, in a process of its own as well", .long)
    func lastKnownLine() throws {
        let bundle = try Self.compile("IN_CASE", signal: "SIGTERM", in: directory)
        for isolation in ["worker", "case"] {
            let options = ["-v", "--no-state", "--timeout", try HangLimit().option, "--isolation", isolation]
            let result = try Runner.run(options + [bundle]).exiting(1)
            let told = Report(result.output).entries(about: "IN_CASE/Overdue.OverdueTests/testOverstays")
            #expect(told.map(\.kind) == [.timedOut])
            #expect(told.first?.text.contains("at elsewhere/Overdue.c:17 (last known)") == true)
        }
    }

    @Test("an exit handler that takes longer than its limit and returns fails the run")
    func exitHandler() throws {
        let bundle = try Self.compile("IN_EXIT_HANDLER", signal: "SIGQUIT", in: directory)
        let limit = try HangLimit()
        // Each worker's exit handler is told of: a second one might have opened the bundle.
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", "--timeout", limit.option, bundle]).exiting(1)
        let told = Report(result.output).entries(about: "the run")
        #expect(told.count == 1, "\(told)")
        let says = "a worker that had run IN_EXIT_HANDLER took longer than \(limit.text())"
        #expect(told.first?.text.contains(says) == true)
    }
}
