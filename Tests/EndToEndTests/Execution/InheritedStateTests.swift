// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The surroundings of a process, as the caller of the runner or a bundle's code left them.
///
/// Rule 30.
struct InheritedStateTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// Expects that all that the cases of the fixture said has arrived.
    private func expectAll(_ result: Subprocess.Result, sourceLocation: SourceLocation = #_sourceLocation) {
        let report = Report(result.output)
        let kinds = ["Clears", "Lacks", "Floods"].map { name in
            report.entries(about: "Surroundings/Surroundings.\(name)Tests/test\(name)").map(\.kind)
        }
        #expect(kinds == [[.passed], [.passed], [.failed]], sourceLocation: sourceLocation)
        let flood = report.entries(about: "Surroundings/Surroundings.FloodsTests/testFloods").first?.text
        #expect(flood?.contains("the last of many") == true, sourceLocation: sourceLocation)
        #expect(!report.entries.contains { $0.kind == .abnormal }, sourceLocation: sourceLocation)
        #expect(report.entries(about: "the run").isEmpty, sourceLocation: sourceLocation)
        #expect(result.status == 1, sourceLocation: sourceLocation)
    }

    @Test(
        "no environment, a pipe that does not wait, SIGCHLD ignored, and a wait for every child lose no result",
        arguments: [
            (nil, "worker"), (nil, "class"), (nil, "case"), ("IGNORES_CHILDREN", "class"), ("IGNORES_CHILDREN", "case"),
            ("WAITS_FOR_ALL", "class"), ("WAITS_FOR_ALL", "case"),
        ] as [(String?, String)])
    func changed(habit: String?, isolation: String) throws {
        let define: [String: String?] = habit.map { [$0: nil] } ?? [:]
        let bundle = try CFixture.compile("inherited_state.c", to: "Surroundings.so", in: directory, define: define)
        expectAll(try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, bundle]))
    }

    /// A library that is loaded before all else.
    enum Preload: CaseIterable {
        /// It opens descriptors, early or late, which a worker leaves it.
        case descriptors
        /// It stands for a kernel without descriptors of processes.
        case noDescriptors
    }

    @Test(
        "a preloaded library keeps its descriptors, and a kernel without descriptors of processes runs all",
        arguments: Preload.allCases, ["none", "worker", "class", "case"])
    func preloaded(preload: Preload, isolation: String) throws {
        let isKept = preload == .descriptors
        let bundle = try CFixture.compile(isKept ? "preloaded.c" : "ordinary.c", to: "Bundle.so", in: directory)
        let define: [String: String?] = isKept ? ["PRELOADED": nil] : ["CALL": "SYS_pidfd_open", "CODE": "ENOSYS"]
        let library = try CFixture.compile(
            isKept ? "preloaded.c" : "refused_call.c", to: "preloaded.so", in: directory, define: define,
            options: ["-pthread"])
        try Runner.run(
            ["--no-state", "--jobs", "2", "--isolation", isolation, bundle], environment: ["LD_PRELOAD": library]
        ).exiting(0)
    }

    @Test(
        "a bundle in whose process no child can live loses its own classes, and no other bundle's", .long,
        arguments: [
            ("forbids_children", "no process could be created for it"),
            ("keeps_shared_memory", "its process was ended by SIGSEGV (invalid memory reference) before it began"),
        ], ["class", "case"])
    func childless(deed: (name: String, words: String), isolation: String) throws {
        let report = try runBesideOthers(deed.name, isolation, status: 1)
        for name in ["First", "Second"] {
            let told = report.entries(about: "Selfish/Selfish.\(name)Tests").filter { $0.kind == .abnormal }
            #expect(told.count == 1 && told[0].text.contains(deed.words), "\(told)")
            let cases = report.entries(about: "Selfish/Selfish.\(name)Tests/testPasses").map(\.kind)
            #expect(cases == [.notRun])
        }
    }

    /// Without Swift's backtraces, which take half a second for each of the processes.
    @Test("a process that faults in its handler of faults ends at once, however large a signal's frame is")
    func faultInHandler() throws {
        let bundle = try CFixture.compile("signal_stacks.c", to: "Stacks.so", in: directory)
        let result = try Runner.run(
            ["-v", "--no-state", "--jobs", "1", "--isolation", "class", bundle],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        let told = Report(result.output).entries.filter { $0.kind == .abnormal }
        #expect(told.count == 24, "\(result.output)")
        let words = "its process was ended by SIGSEGV (invalid memory reference) before it began"
        #expect(told.allSatisfy { $0.text.contains(words) }, "\(told)")
        #expect(result.status == 1)
    }

    /// The bundles are opened by their names' order, so the other one comes behind it.
    @Test(
        "a bundle that takes every descriptor as it is opened loses no class of another bundle",
        arguments: ["worker", "class", "case"])
    func descriptors(isolation: String) throws {
        let report = try runBesideOthers("takes_descriptors", isolation, status: 0)
        #expect(report.faults.isEmpty, "\(report.faults)")
    }

    @Test(
        "a bundle whose handler of fork ends or delays the worker loses its own classes, and no other bundle's",
        .long,
        arguments: [
            ("ends_who_forks", "ended the process with exit status 0 in a pthread_atfork handler"),
            ("holds_who_forks", "exceeded the loading time limit in a pthread_atfork handler"),
            ("holds_who_is_forked", "exceeded the loading time limit in a pthread_atfork handler"),
        ], ["class", "case"])
    func forking(deed: (name: String, words: String), isolation: String) throws {
        let limit = try HangLimit(atLeast: 2).option
        let report = try runBesideOthers(deed.name, isolation, status: 4, ["--load-timeout", limit])
        #expect(report.faults.map(\.identity) == ["Selfish"], "\(report.faults)")
        #expect(report.faults.first?.reason.contains(deed.words) == true, "\(report.faults)")
        #expect(report.entries(about: "the run").isEmpty)
    }

    @Test("a bundle that hangs as it is opened, since another one has a lock, is tried alone", .long)
    func heldUp() throws {
        try CFixture.compile("constructor_damage.c", to: "Locking.so", in: directory, define: ["DEED": "locks_output"])
        try CFixture.compile("printing_constructor.c", to: "Printing.so", in: directory)
        let limit = try HangLimit(atLeast: 2).option
        let (result, report) = try Runner.report(["--no-state", "--jobs", "1", "--load-timeout", limit, directory.path])
        #expect(report.faults.isEmpty && result.status == 0, "\(result.output)")
        #expect(report.outcomes.map(\.kind) == [.passed, .passed, .passed])
    }

    /// Runs a bundle after whose first class the system refuses processes: so many times, or for ever.
    private func runWithoutProcesses(times: Int?, _ isolation: String, jobs: Int) throws -> Subprocess.Result {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile("no_more_processes.c", to: "Refusing.so", in: directory)
        let define = ["PRELOADED": nil, "TIMES": times.map(String.init)].filter { $0.key != "TIMES" || times != nil }
        let library = try CFixture.compile("no_more_processes.c", to: "refusing.so", in: directory, define: define)
        return try Runner.run(
            ["-v", "--no-state", "--jobs", "\(jobs)", "--isolation", isolation, bundle],
            environment: ["LD_PRELOAD": library, "FIXTURE_REFUSAL": directory.file("refusal")])
    }

    @Test(
        "a process for a class that the system refuses is tried again, as one for a worker is", .long,
        arguments: ["class", "case"], [1, 2])
    func refusedForATime(isolation: String, jobs: Int) throws {
        let result = try runWithoutProcesses(times: 20, isolation, jobs: jobs).exiting(0)
        #expect(Report(result.output).outcomes.map(\.kind) == Array(repeating: .passed, count: 5), "\(result.output)")
    }

    @Test(
        "a run in which no process can be created any more is cut short with its results, and says why", .long,
        arguments: ["class", "case"], [1, 2])
    func refusedForEver(isolation: String, jobs: Int) throws {
        let result = try runWithoutProcesses(times: nil, isolation, jobs: jobs).exiting(5)
        let report = Report(result.output)
        #expect(report.entries(about: "Refusing/Refusing.FirstTests/testUsesUp").map(\.kind) == [.passed])
        #expect(report.entries(about: "Refusing/Refusing.NextTests").isEmpty, "\(result.output)")
        let words = "failed to start a process for a class: Resource temporarily unavailable, for 5 s; see the limits"
        #expect(report.entries(about: "the run").contains { $0.text.contains(words) }, "\(result.output)")
        #expect(result.lines.contains("CUT SHORT by a failure to start any worker process: 4 cases not run"))
    }

    @Test(
        "output that nobody reads, covered pipes and a thread that speaks while others are forked affect no class",
        arguments: ["breaks_output", "covers_descriptors", "chats"], ["class", "case"])
    func disturbed(deed: String, isolation: String) throws {
        let report = try runBesideOthers(deed, isolation, status: 0)
        for name in ["First", "Second"] {
            let told = report.entries(about: "Selfish/Selfish.\(name)Tests/testPasses").map(\.kind)
            #expect(told == [.passed])
        }
    }

    @Test(
        "under --isolation none, a test that closes or covers every way to the host keeps no other from running",
        arguments: [
            "for (int d = 3; d < 1024; d += 1) close(d)",
            "int e[2]; if (pipe(e) == 0) for (int d = 3; d < 1024; d += 1) if (d != e[0] && d != e[1]) dup2(e[0], d)",
        ])
    func alone(deed: String) throws {
        let bundle = try CFixture.compile(
            "ending_case.c", to: "Quitting.so", in: directory, define: ["DEED": deed, "MORE": ""])
        let result = try Runner.run(["-v", "--no-state", "--shuffle", "off", "--isolation", "none", bundle])
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.count == 2 && outcomes.allSatisfy { $0.kind == .passed }, "\(result.output) \(result.errors)")
    }

    /// Runs a bundle whose constructor does something before another one is opened.
    ///
    /// Expects an exit status, and of the other bundle what it is without the first.
    private func runBesideOthers(
        _ deed: String, _ isolation: String, status: Int32, _ more: [String] = []
    ) throws -> Report {
        let directory = TemporaryDirectory()
        try CFixture.compile("constructor_damage.c", to: "Selfish.so", in: directory, define: ["DEED": deed])
        try FixtureModel.ordinary.named("Unaware").make(in: directory)
        let options = ["-v", "--no-state", "--jobs", "1"]
        // Swift's backtraces take half a second for each process that dies.
        let (result, report) = try Runner.report(
            options + more + ["--isolation", isolation, directory.path], environment: ["SWIFT_BACKTRACE": "enable=no"])
        FixtureModel.ordinary.named("Unaware").expectMatch(report)
        #expect(result.status == status, "\(result.output)")
        return report
    }

    @Test("a runner that is started with SIGCHLD ignored hears of its workers' ends", arguments: ["worker", "class"])
    func ignoredByCaller(isolation: String) throws {
        let bundle = try CFixture.compile("inherited_state.c", to: "Surroundings.so", in: directory)
        let command = "trap '' CHLD; exec \"$0\" -v --no-state --jobs 1 --isolation \(isolation) \"$1\""
        expectAll(try Subprocess("/bin/sh", ["-c", command, Runner.path, bundle]).wait())
    }

    @Test(
        "under --isolation none, the exit status is the report's, however a test ends the process",
        arguments: ["exit(0)", "quick_exit(0)", "_exit(0)", "_Exit(0)"])
    func exitStatus(deed: String) throws {
        let bundle = try CFixture.compile("ending_case.c", to: "Quitting.so", in: directory, define: ["DEED": deed])
        let result = try Runner.run(["--no-state", "--isolation", "none", bundle]).exiting(1)
        #expect(result.output.contains("FAILED: "))
    }
}
