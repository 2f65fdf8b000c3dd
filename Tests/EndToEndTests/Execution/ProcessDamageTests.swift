// SPDX-License-Identifier: MIT

import Testing

/// The deeds of a case to its process: they cost no other class its result, and nobody waits for it.
struct ProcessDamageTests {
    /// The outcome of the case itself, by the name of its deed in `process_damage.c`; and words of the report about it.
    ///
    /// Which exit status it is, exit handlers of classes before may decide.
    private static let deeds: [(name: String, kind: Report.Kind, words: String)] = [
        ("blocks_signals", .passed, ""), ("faults_for_ever", .timedOut, "took longer than "),
        ("limits_files", .crashed, "SIGXFSZ"), ("leaves_directory", .passed, ""),
        ("protects_shared", .crashed, "SIGSEGV"), ("ticks", .passed, ""), ("exits_in_exit", .passed, ""),
        ("cancels_itself", .crashed, "ended the process with exit status"),
        ("overflows_in_thread", .crashed, "SIGSEGV"),
        ("says_no_text", .failed, ""), ("speaks_for_others", .passed, ""), ("closes_itself", .passed, ""),
        ("frees_twice", .crashed, "SIGABRT"), ("ends_group", .crashed, "SIGTERM"),
        ("has_odd_name", .timedOut, "took longer than "), ("has_no_second_stack", .crashed, "SIGSEGV"),
        ("grows_output", .failed, "it grew"), ("traps_numbers", .passed, ""), ("rounds_up", .passed, ""),
        ("writes_garbage", .passed, ""), ("shrinks_pipe", .passed, ""),
        ("exits_in_thread", .crashed, "ended the process with exit status"),
        ("ends_main_thread", .crashed, "ended the process with exit status"), ("joins_parents_group", .passed, ""),
        ("leaves_zombies", .passed, ""), ("filters_writes", .passed, ""), ("is_another_person", .passed, ""),
    ]

    @Test(
        "nothing that a case does to its process reaches the next class",
        arguments: TestDepth.some(1, of: ["worker", "case"]))
    func deeds(isolation: String) throws {
        let directory = TemporaryDirectory()
        for deed in Self.deeds {
            try CFixture.compile(
                "process_damage.c", to: deed.name + ".so", in: directory, define: ["DEED": deed.name], options: ["-lm"])
        }
        let limit = try HangLimit(atLeast: 2)
        let options = ["-v", "--no-state", "--jobs", "2", "--timeout", limit.option, "--isolation", isolation]
        let report = try Runner.report(options + [directory.path], exiting: 1).report
        for deed in Self.deeds {
            let told = report.outcomes.filter { $0.identity == "\(deed.name)/Deeds.VictimTests/testDoes" }
            #expect(told.map(\.kind) == [deed.kind], "\(deed.name)")
            #expect(told.allSatisfy { deed.words.isEmpty || $0.text.contains(deed.words) }, "\(deed.name): \(told)")
            let other = report.outcomes.filter { $0.identity == "\(deed.name)/Deeds.OtherTests/testTells" }
            #expect(other.map(\.kind) == [.failed], "\(deed.name)")
            #expect(other.first?.text.contains("told after the deed") == true, "\(deed.name): \(other)")
        }
        let floats = ["traps_numbers", "rounds_up"].flatMap { report.entries(about: "\($0)/Deeds.VictimTests") }
        let words = "left its process changed: rounding or traps of floating-point numbers"
        #expect(floats.count { $0.text.contains(words) } == 2, "\(floats)")
        let person = report.entries(about: "is_another_person/Deeds.VictimTests").filter {
            $0.text.contains("left its process changed: personality: ")
        }
        #expect(person.count == 1)
    }

    /// Compiles a fixture of C, and runs all of it in one worker.
    private static func run(_ fixture: String, isolation: String) throws -> Subprocess.Result {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile(fixture + ".c", to: fixture + ".so", in: directory)
        return try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, bundle])
    }

    /// What is reported of the classes of `process_settings.c`, by the ends of their names; of others, a signal's action.
    private static let settings = [
        "limit": "resource limit ", "limit64": "resource limit ", "limit_call": "resource limit ",
        "alarm": "running timers of setitimer and alarm: ", "setitimer": "running timers of setitimer and alarm: ",
        "profil": "running timers of setitimer and alarm: ", "seteuid": "signal at the parent's end: ",
        "timer_create": "timers of timer_create: ", "prctl": "no new privileges: ",
        "prctl_call": "signal at the parent's end: ", "personality": "personality: ", "chroot": "root directory: ",
    ]

    @Test(
        "what a class sets of its process is reported, by whichever function of the C library",
        arguments: ["worker", "case"])
    func settings(isolation: String) throws {
        let report = try Self.run("process_settings", isolation: isolation).exiting(0).report
        #expect(report.outcomes.count == 29)
        for outcome in report.outcomes {
            let name = String(try #require(outcome.identity.split(separator: "/").dropFirst().first))
            // A user without the right to it, or a sandbox.
            let isRefused =
                outcome.kind == .skipped && ["chroot", "personality", "seteuid"].contains { name.hasSuffix($0) }
            #expect(outcome.kind == .passed || isRefused, "\(name)")
            let told = report.entries(about: "process_settings/\(name)").map(\.text)
            let words = Self.settings.first { name.hasSuffix($0.key) }?.value ?? "handlers of signals: "
            let isTold = told.count == 1 && told[0].contains("left its process changed: ") && told[0].contains(words)
            #expect(name.hasSuffix("Asks") || isRefused ? told.isEmpty : isTold, "\(name): \(told)")
        }
    }

    /// On glibc before 2.34, that is checked by `.ci/platforms`.
    @Test(
        "functions that the runner has in the place of any of the C library's libraries call on",
        arguments: ["worker", "case"])
    func calledOn(isolation: String) throws {
        let result = try Self.run("library_functions", isolation: isolation)
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.count == 6 && outcomes.allSatisfy { $0.kind == .passed }, "\(result.output)")
        #expect(!result.output.contains("timers of timer_create"), "\(result.output)")
    }

    @Test(
        "what a library sets while it is loaded is put down to no class, however it does",
        arguments: ["worker", "case"])
    func uncounted(isolation: String) throws {
        let result = try Self.run("uncounted_setting", isolation: isolation)
        #expect(Report(result.output).outcomes.map(\.kind) == [.passed, .passed], "\(result.output)")
        #expect(!result.output.contains("left its process changed"), "\(result.output)")
    }

    @Test("a class that joins the runner's process group, or has numbers trap, affects no other in any order")
    func companyOfDeeds() throws {
        let directory = TemporaryDirectory()
        for name in ["joins_parents_group", "ends_group", "traps_numbers", "leaves_zombies"] {
            try CFixture.compile(
                "process_damage.c", to: name + ".so", in: directory, define: ["DEED": name], options: ["-lm"])
        }
        for seed in 1...6 {
            let options = ["-v", "--no-state", "--jobs", "1", "--seed", "\(seed)"]
            let result = try Runner.run(options + [directory.path])
            let kinds = Report(result.output).outcomes.map(\.kind)
            #expect(kinds.count == 8 && kinds.count { $0 == .passed } == 3, "\(result.output)")
            #expect(kinds.count { $0 == .failed } == 4 && kinds.count { $0 == .crashed } == 1, "\(result.output)")
            #expect(!result.output.contains("terminated abnormally") && result.status == 1, "\(result.output)")
        }
    }
}
