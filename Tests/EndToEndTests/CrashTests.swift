// SPDX-License-Identifier: MIT

import Testing

/// The report of a bundle's death, beyond the model of all deaths.
struct CrashTests {
    @Test("a crash is told with the last known line, the backtrace and what was printed")
    func lastWords() throws {
        let directory = try TemporaryDirectory()
        let bundle = try #require(FixtureModel.deadly.first { $0.name == "crash-BODY" })
        let result = try Runner.run(["-v", try bundle.make(in: directory)])
        let entries = Report(result.output).entries(about: "crash-BODY/Deadly.VictimTests/testDies")
        #expect(entries.count == 1)
        let details = try #require(entries.first).details
        #expect(details.contains("at elsewhere/Deadly.c:41 (last known)"))
        #expect(details.contains { $0.contains("in_body + ") && $0.contains(" in crash-BODY.so") })
        #expect(
            Array(details.suffix(3)) == ["output:", "  | last words", ""]
                || Array(details.suffix(2)) == ["output:", "  | last words"])
    }

    @Test("a hang costs its time limit once, not more")
    func hang() throws {
        let directory = try TemporaryDirectory()
        let bundle = try #require(FixtureModel.deadly.first { $0.name == "hang-BODY" })
        let path = try bundle.make(in: directory)
        let clock = ContinuousClock()
        let start = clock.now
        let result = try Runner.run(["-v", "--timeout", "1", path])
        #expect(clock.now - start < .seconds(20))
        let entry = try #require(Report(result.output).entries(about: "hang-BODY/Deadly.VictimTests/testDies").first)
        #expect(entry.text.contains("took longer than 1 s, in the case's body"))
        #expect(entry.text.contains("at elsewhere/Deadly.c:41 (last known)"))
    }

    @Test("what is stuck is shown with the backtraces of all its threads")
    func stuckThreads() throws {
        let directory = try TemporaryDirectory()
        let path = try CFixture.compile("stuck.c", to: "Stuck.so", in: directory)
        let result = try Runner.run(["-v", "--timeout", "2", path])
        let entry = try #require(Report(result.output).entries(about: "Stuck/Stuck.StuckTests/testWaits").first)
        #expect(entry.kind == .timedOut)
        let other = try #require(entry.text.firstRange(of: "thread 1"), "\(entry.text)")
        #expect(entry.text[..<other.lowerBound].contains(" in Stuck.so"))
        #expect(entry.text[other.lowerBound...].contains("hold + "))
    }

    @Test("what has crashed is a crash, even if its backtrace takes longer than the case may")
    func lingering() throws {
        let directory = try TemporaryDirectory()
        let variants: [(String, [String: String?])] = [
            ("Plain", [:]), ("Hook", ["IN_HOOK": nil]), ("Constructor", ["IN_CONSTRUCTOR": nil]),
        ]
        for (name, define) in variants {
            try CFixture.compile("lingering.c", to: name + ".so", in: directory, define: define)
        }
        let limits = ["--timeout", "1", "--load-timeout", "1"]
        let report = Report(try Runner.run(["-v", "--no-state", "--jobs", "3"] + limits + [directory.path]).output)
        for (name, signal) in [("testCrashes", "SIGSEGV"), ("testAborts", "SIGABRT")] {
            let told = report.entries(about: "Plain/Lingering.Crashes/\(name)")
            #expect(told.map(\.kind) == [.crashed])
            #expect(told.first?.text.contains("was ended by \(signal)") == true, "\(told)")
        }
        let hook = report.entries(about: "Hook/Lingering.Hooks")
        #expect(hook.map(\.kind) == [.abnormal] && hook[0].text.contains("was ended by SIGSEGV"), "\(hook)")
        let fault = report.faults.first { $0.identity == "Constructor" }
        #expect(fault?.reason.contains("was ended by SIGSEGV") == true, "\(report.faults)")
    }

    @Test("deaths of several workers at once do not lose a case", arguments: [1, 2, 8])
    func several(jobs: Int) throws {
        let directory = try TemporaryDirectory()
        let bundles = FixtureModel.deadly.filter { $0.name.hasSuffix("-BODY") && !$0.name.hasPrefix("hang") }
        for bundle in bundles { try bundle.make(in: directory) }
        let result = try Runner.run(["-v", "--jobs", "\(jobs)", directory.path])
        let report = Report(result.output)
        for bundle in bundles { bundle.expectMatch(report) }
        #expect(result.status == 1)
    }
}
