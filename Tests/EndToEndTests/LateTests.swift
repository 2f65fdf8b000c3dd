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

    @Test("a failure belongs to the case that started the work, even if that has ended, and never to the next one")
    func whose() throws {
        // Else a worker in which threads are left is replaced, and they are gone before the next case.
        let result = try Runner.run(
            [
                "-v", "--color", "never", "--no-state", "-j", "1", "--leaks", "off",
                try SwiftFixtures.bundle("LateSuites"),
            ])
        #expect(result.status == 1)
        let report = Report(result.output)
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
}
