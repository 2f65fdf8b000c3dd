// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 5 and 26: one count of each class's cases, in every report and for observers, whatever process they ran in.
struct CaseCountTests {
    /// The reports of a run.
    private struct Reports {
        /// The lines of the observers.
        var heard: [String]
        /// The terminal's.
        var terminal: String
        /// The event stream's.
        var events: [RecordedEvent]
    }

    /// The expected counts of each class: executed, failed, unexpected, skipped, and whether it terminated abnormally.
    private static let counts: [String: (counts: [Int], isAbnormal: Bool)] = [
        "MixedTests": ([7, 5, 3, 2], false),
        "LastTests": ([1, 1, 1, 0], false),
        "SetUpTests": ([0, 0, 0, 0], true),
        "TearDownTests": ([3, 1, 0, 1], true),
        "SkippedTests": ([2, 0, 0, 2], false),
        "EndingTests": ([2, 1, 0, 0], false),
    ]

    /// Runs the fixture.
    private func run(_ options: [String]) throws -> Reports {
        let directory = TemporaryDirectory()
        let (heard, events) = (directory.file("heard"), directory.file("run.jsonl"))
        let bundle = try SwiftFixtures.bundle("ObservedSuites")
        let result = try Runner.run(
            ["-v", "--color", "never", "--no-state", "--events", events] + options + [bundle],
            environment: ["OBSERVED_FILE": heard]
        ).exiting(1)
        return Reports(
            heard: Subprocess.Result.lines(of: try String(contentsOfFile: heard, encoding: .utf8)),
            terminal: result.output, events: try RecordedEvent.all(in: events))
    }

    @Test(
        "executed, failed, unexpected and skipped are the same everywhere, also right after a crash",
        arguments: TestDepth.some(
            2, of: [["-j", "1"], ["--isolation", "class"], ["--isolation", "case"], ["--retry", "1"]]))
    func oneCount(options: [String]) throws {
        let reports = try run(options)
        for (name, expected) in Self.counts {
            let identity = "ObservedSuites/ObservedSuites.\(name)"
            let (executed, failed) = (expected.counts[0], expected.counts[1])
            let (unexpected, skipped) = (expected.counts[2], expected.counts[3])
            var words = "\(executed) executed, \(failed) failed"
            if unexpected > 0 { words += " (\(unexpected) unexpectedly)" }
            if skipped > 0 { words += ", \(skipped) skipped" }
            let line = try #require(
                Subprocess.Result.lines(of: reports.terminal).first { $0.hasPrefix("  \(identity)  ") })
            #expect(line.hasPrefix("  \(identity)  \(words)"), "\(options)")
            let numbers = expected.counts.map(String.init)
            #expect(lastCounts(reports.events, of: identity) == expected.counts, "\(name), \(options)")
            let ending = numbers.joined(separator: " ") + (expected.isAbnormal ? " abnormally" : "")
            let ended = reports.heard.last { $0.hasPrefix("test ended ObservedSuites.\(name) ") }
            #expect(ended == "test ended ObservedSuites.\(name) \(ending)", "\(options)")
        }
    }

    @Test(
        "observers hear once of each case that was lost, in the next process",
        arguments: TestDepth.some(1, of: ["worker", "class", "case"]))
    func lostCases(isolation: String) throws {
        let heard = try run(["--isolation", isolation]).heard
        func count(_ line: String) -> Int { heard.count { $0 == line } }
        #expect(count("ended ObservedSuites.MixedTests/testCrashes crashed") == 1)
        #expect(count("ended ObservedSuites.MixedTests/testFailsFirst crashed") == 1)
        #expect(count("ended ObservedSuites.MixedTests/testHangs timedOut") == 1)
        #expect(count("ended ObservedSuites.LastTests/testCrashes crashed") == 1)
        for place in ["MixedTests/testCrashes", "LastTests/testCrashes", "SetUpTests/-"] {
            let told = heard.filter { $0.hasPrefix("failure ObservedSuites.\(place) ") && $0.contains("SIGABRT") }
            #expect(told.count == 1, "\(place) in \(heard)")
        }
        #expect(heard.contains { $0.hasPrefix("failure ObservedSuites.MixedTests/testCrashes true ") })
    }

    @Test("observers hear of a case that ends its process as declared", .long, arguments: ["worker", "class", "case"])
    func declaredEndings(isolation: String) throws {
        let reports = try run(["--isolation", isolation])
        let test = "ObservedSuites.EndingTests"
        for (name, outcome) in [("testEnds", "passed"), ("testFailsBefore", "failed")] {
            let ended = reports.heard.filter { $0.hasPrefix("ended \(test)/\(name) ") }
            #expect(ended == ["ended \(test)/\(name) \(outcome)"], "\(reports.heard)")
        }
        let failures = reports.heard.filter { $0.hasPrefix("failure \(test)/") }
        #expect(failures.count == 1 && failures[0].hasPrefix("failure \(test)/testFailsBefore true "), "\(failures)")
        #expect(reports.heard.count { $0.hasPrefix("test ended \(test) 2 1 0 0") } >= 1)
        let output = Report(reports.terminal).outcomes.first { $0.identity.hasSuffix("EndingTests/testFailsBefore") }
        // The end was declared: nobody wants its registers.
        #expect(output?.text.contains("as declared") == true && output?.text.contains("***") == false)
    }

    @Test(
        "observers hear of each process that ends in a class's tear-down, and once of the class's end", .long,
        arguments: [("worker", 1), ("class", 1), ("case", 3)])
    func tearDowns(isolation: String, processes: Int) throws {
        let heard = try run(["--isolation", isolation]).heard
        let test = "ObservedSuites.TearDownTests"
        #expect(heard.count { $0 == "test started \(test)" } == processes, "\(heard)")
        let crashes = heard.count { $0.hasPrefix("failure \(test)/- ") && $0.contains("SIGABRT") }
        #expect(crashes == processes, "\(heard)")
        for (name, outcome) in [("testPasses", "passed"), ("testFails", "failed"), ("testSkips", "skipped")] {
            #expect(heard.filter { $0.hasPrefix("ended \(test)/\(name) ") } == ["ended \(test)/\(name) \(outcome)"])
        }
        #expect(heard.count { $0.hasPrefix("failure \(test)/testFails ") } == 1)
        #expect(heard.filter { $0.hasPrefix("test ended \(test) ") } == ["test ended \(test) 3 1 0 1 abnormally"])
    }

    /// The counts of a class's last event.
    private func lastCounts(_ events: [RecordedEvent], of identity: String) -> [Int] {
        let last = events.last { $0.kind == "testEnded" && $0.own["identity"] as? String == identity }
        let counts = last?.own["counts"] as? [String: Int]
        return ["executed", "failed", "unexpected", "skipped"].map { counts?[$0] ?? -1 }
    }
}
