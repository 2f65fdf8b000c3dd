// SPDX-License-Identifier: MIT

import Testing

/// The report of a bundle's death, beyond the model of all deaths.
///
/// Rules 30, 36, 45 and 46.
struct CrashTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test("a crash is reported with the last known line, the backtrace and what was printed")
    func lastWords() throws {
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

    @Test(
        "under --isolation none a crash names its signal, though the process that tells it is not the parent", .long,
        arguments: ["crash": "SIGSEGV", "abort": "SIGABRT", "raise": "SIGFPE"])
    func signalInPlace(deed: String, signal: String) throws {
        let bundle = try #require(FixtureModel.deadly.first { $0.name == "\(deed)-BODY" })
        let words = ["-v", "--no-state", "--shuffle", "off", "--isolation", "none", try bundle.make(in: directory)]
        let result = try Runner.run(words)
        let told = Report(result.output).entries(about: "\(deed)-BODY/Deadly.VictimTests/testDies")
        #expect(told.map(\.kind) == [.crashed])
        #expect(told.first?.text.contains("was ended by \(signal) ") == true, "\(result.output)")
        #expect(result.output.contains("2 not run") && !result.output.contains("--fail-fast"), "\(result.output)")
    }

    @Test("what is stuck is shown with the backtraces of all its threads")
    func stuckThreads() throws {
        let path = try CFixture.compile("waits_for_lock.c", to: "Stuck.so", in: directory)
        let result = try Runner.run(["-v", "--timeout", HangLimit(atLeast: 2).option, path])
        let entry = try #require(Report(result.output).entries(about: "Stuck/Stuck.StuckTests/testWaits").first)
        #expect(entry.kind == .timedOut)
        // Threads have numbers from Swift's runtime alone, which a bundle in C brings into no static runner.
        let other = try #require(entry.text.firstMatch(of: /thread 1|another thread/)?.range, "\(entry.text)")
        #expect(entry.text[..<other.lowerBound].contains(" in Stuck.so"))
        #expect(entry.text[other.lowerBound...].contains("hold + "))
    }

    @Test("limits go by the clock of the kernel, and what waits for a thread that could not be started says so")
    func stoppedClock() throws {
        let path = try CFixture.compile("stands_still.c", to: "Still.so", in: directory)
        let library = try CFixture.compile("stands_still.c", to: "clock.so", in: directory, define: ["PRELOADED": nil])
        let limit = try HangLimit()
        let result = try Runner.run(
            ["-v", "--no-state", "--diagnose=off", "--timeout", limit.option, path],
            environment: ["LD_PRELOAD": library])
        let entry = try #require(Report(result.output).entries(about: "Still/Still.StillTests/testWaits").first)
        #expect(entry.kind == .timedOut && entry.text.contains("took longer than \(limit.text())"), "\(result.output)")
        #expect(entry.text.contains("a thread could not be started: see ulimit -u"), "\(result.output)")
    }

    @Test("what has crashed is a crash, even if its backtrace takes longer than the case may", .long)
    func lingering() throws {
        let variants: [(String, [String: String?])] = [
            ("Plain", [:]), ("Hook", ["IN_HOOK": nil]), ("Constructor", ["IN_CONSTRUCTOR": nil]),
        ]
        let limit = try HangLimit()
        let lingering = ["LINGER_MILLISECONDS": "\(Int(limit.seconds * 2500))"]
        for (name, define) in variants {
            let define = define.merging(lingering) { $1 }
            try CFixture.compile("slow_backtrace.c", to: name + ".so", in: directory, define: define)
        }
        let limits = ["--timeout", limit.option, "--load-timeout", limit.option]
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
}
