// SPDX-License-Identifier: MIT

import Testing

/// Rule 34: what fails behind its case's end, on queues, threads and tasks of the suite's own.
struct LateTests {
    /// The ways to have work done elsewhere that the fixture knows.
    private static let kinds = [
        "queue", "queueAfter", "main", "barrier", "item", "group", "timer", "concurrently", "thread", "posixThread",
        "task",
        "detached", "queueFromTask", "queueFromQueue", "operation",
    ]

    @Test(
        "a failure belongs to the case that started the work, even if that has ended, and never to the next one",
        arguments: ["system", "seeded"])
    func whose(tasks: String) throws {
        // Else a worker in which threads are left is replaced, and they are gone before the next case.
        let (result, report) = try Runner.report(
            [
                "-v", "--color", "never", "--no-state", "-j", "1", "--leaks", "off", "--chance", "tasks=\(tasks)",
                try SwiftFixtures.bundle("LateSuites"),
            ], exiting: 1)
        let suites = "LateSuites/LateSuites."
        #expect(report.entries(about: suites + "NextTests/testRuns").map(\.kind) == [.passed], "\(result.output)")
        for kind in Self.kinds {
            let left = report.entries(about: suites + "LeavingTests/outlineTestLeaves[\(kind)]")
            #expect(left.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.passed, .late], "\(kind): \(left)")
            #expect(left.contains { $0.kind == .late && $0.text.contains("late from \(kind)") }, "\(kind)")
            let own = report.entries(about: suites + "OwnTests/outlineTestOwns[\(kind)]")
            #expect(own.map(\.kind) == [.failed], "\(kind): \(own)")
            #expect(own.first?.text.contains("own from \(kind)") == true, "\(kind)")
        }
    }

    @Test(
        "work that fails when no case waits for it is seen, in whatever processes", .long,
        arguments: [["--jobs", "1"], ["--jobs", "2"], ["--isolation", "class"], ["--isolation", "case"]])
    func alone(options: [String]) throws {
        let result = try Runner.run(
            ["--color", "never", "--no-state", "--filter", "AloneTests"] + options
                + [try SwiftFixtures.bundle("LateSuites")])
        let late = Report(result.output).entries.filter { $0.kind == .late && $0.text.contains("alone from") }
        #expect(Set(late.map(\.identity)).count == Self.kinds.count - 1 && result.status == 1, "\(result.output)")
    }

    @Test(
        "a report about another team's case that has ended is nobody's, and one about an own case is that case's",
        arguments: [["--jobs", "1"], ["--jobs", "2"], ["--isolation", "class"], ["--isolation", "case"]])
    func forged(options: [String]) throws {
        let directory = TemporaryDirectory()
        let names = ["Innocent", "Other"]
        for name in names { try CFixture.compile("forged_activities.c", to: name + ".so", in: directory) }
        try CFixture.compile("forged_activities.c", to: "Forging.so", in: directory, define: ["FORGES": nil])
        let (result, report) = try Runner.report(["--color", "never", "--no-state"] + options + [directory.path])
        let late = report.entries.filter { $0.kind == .late }
        for name in names {
            let own = late.filter { $0.identity.hasPrefix(name + "/") }
            #expect(own.map(\.identity) == ["\(name)/Forging.Tests/testPasses"], "\(result.output)")
            #expect(own.allSatisfy { $0.text.contains("truly late") && !$0.text.contains("forged") })
        }
        // It has not become silent.
        #expect(late.contains { $0.text.contains("forged") }, "\(result.output)")
        #expect(report.outcomes.map(\.kind) == [.passed, .passed, .passed] && result.status == 1)
    }
}
