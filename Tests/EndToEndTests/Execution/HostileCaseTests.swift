// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Cases that do to their process what the worker must live with.
///
/// Rules 30 and 33.
struct HostileCaseTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test(
        "a case that maps other memory over the shared table has failed, and nothing is reported twice",
        .long,
        arguments: ["worker", "class", "case"], [[], ["KEEPS"], ["KEEPS", "SLEEPS"]])
    func mapping(isolation: String, deeds: [String]) throws {
        let bundle = try CFixture.compile(
            "mapped_table.c", to: "Mapping.so", in: directory,
            define: Dictionary(uniqueKeysWithValues: deeds.map { ($0, nil) }))
        let limit = try HangLimit(atLeast: 2).option
        // The other case of the class comes first or last.
        for seed in ["1", "2", "3", "4"] {
            let options = ["-v", "--no-state", "--jobs", "1", "--timeout", limit, "--seed", seed]
            let (result, report) = try Runner.report(options + ["--isolation", isolation, bundle], exiting: 1)
            let told = report.entries(about: "Mapping/Mapping.MapsTests/testMaps")
            #expect(told.map(\.kind) == [deeds.contains("SLEEPS") ? .timedOut : .crashed], "\(result.output)")
            for name in ["MapsTests", "OtherTests"] {
                let failed = report.entries(about: "Mapping/Mapping.\(name)/testFails")
                #expect(failed.map(\.kind) == [.failed], "\(result.output)")
                #expect((failed.first?.details.count { $0.contains("told once") } ?? 0) <= 1, "\(result.output)")
            }
            #expect(report.entries(about: "Mapping/Mapping.OtherTests/testPasses").map(\.kind) == [.passed])
        }
    }

    @Test(
        "the shared table cannot be cut off or emptied through the kernel, whoever tries",
        .enabled(if: geteuid() == 0, "only root finds it in /proc/self/map_files"), arguments: ["TRUNCATES", "PUNCHES"])
    func cutting(deed: String) throws {
        try CFixture.compile("cut_table.c", to: "Cutting.so", in: directory, define: [deed: nil])
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", directory.path]).exiting(0)
        #expect(Report(result.output).outcomes.map(\.kind) == [.passed, .passed], "\(result.output)")
    }

    @Test("processes that fork for ever, each in a session of its own, end with the run")
    func breeding() throws {
        let name = "br\(UInt32.random(in: 0 ... .max))"
        let bundle = try CFixture.compile(
            "escaped_forks.c", to: "Breeding.so", in: directory,
            define: ["NAME": "\"\(name)\"", "PLACES": "\"\(directory.file("places"))\""])
        try Runner.run(["-v", "--no-state", "--jobs", "1", bundle]).exiting(0)
        let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
            let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            return text?.contains("(\(name)) ") == true && text?.contains("(\(name)) Z") == false
        }
        #expect(left.isEmpty)
    }

    @Test("what a closed pipe and a limit on descriptors lose is the class's own messages, and that is reported")
    func muteClass() throws {
        let bundle = try CFixture.compile("closed_descriptors.c", to: "Mute.so", in: directory)
        for leaks in ["off", "warn"] {
            let report = try Runner.report(["--jobs", "1", "--leaks", leaks, bundle], exiting: 1).report
            #expect(report.entries(about: "Mute/Mute.Closes/testCloses").map(\.kind) == [.passed])
            let limited = report.entries(about: "Mute/Mute.Limits/testLimits")
            #expect(limited.map(\.kind) == [.failed])
            #expect(limited.first?.text.contains("said under a limit") == true)
            #expect(report.entries(about: "Mute/Mute.DoesBoth/testDoesBoth").map(\.kind) == [.failed])
            let last = report.entries(about: "Mute/Mute.Last/testFails")
            #expect(last.first?.text.contains("said by the last") == true)
            let told = report.entries(about: "the run").map(\.text)
            #expect(told.count == 1)
            // Two of the case's; what is found changed in the class cannot be said either.
            let count = leaks == "off" ? " 2 messages" : ""
            #expect(told.first?.contains("a worker that had run Mute lost" + count) == true, "\(told)")
            #expect(told.first?.contains("could not be written to its pipe to the runner: Too many open files") == true)
            let closing = report.entries(about: "Mute/Mute.Closes").map(\.text).joined()
            #expect(closing.contains("descriptors closed: those of the runner") == (leaks == "warn"))
        }
    }

    @Test("children that a class leaves are reported where others are left already; a thread gets the worker replaced")
    func leavings() throws {
        let bundle = try CFixture.compile("left_running.c", to: "Leavings.so", in: directory)
        let report = Report(try Runner.run(["-v", "--jobs", "1", bundle]).output)
        let told = ["One", "Two", "None", "Thread", "Last"].map { name in
            report.entries(about: "Leavings/Leavings.\(name)").map(\.text).joined()
        }
        #expect(told[0].contains("left its process changed: child processes left: 1"))
        #expect(told[1].contains("left its process changed: child processes left: 2"))
        #expect(told[2].isEmpty)
        #expect(told[3].contains("left its process changed: threads left running: 1"))
        #expect(told[4].isEmpty)
        #expect(report.outcomes.map(\.kind) == Array(repeating: .passed, count: 5))
    }
}
