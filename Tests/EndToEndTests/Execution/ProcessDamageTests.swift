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

    @Test("nothing that a case does to its process reaches the next class", arguments: ["worker", "case"])
    func deeds(isolation: String) throws {
        let directory = try TemporaryDirectory()
        for deed in Self.deeds {
            try CFixture.compile(
                "process_damage.c", to: deed.name + ".so", in: directory, define: ["DEED": deed.name], options: ["-lm"])
        }
        let limit = try HangLimit(atLeast: 2)
        let options = ["-v", "--no-state", "--jobs", "2", "--timeout", limit.option, "--isolation", isolation]
        let result = try Runner.run(options + [directory.path])
        let report = Report(result.output)
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
        #expect(result.status == 1)
    }

    @Test(
        "a signal's action or a limit that a class sets by any of the functions for it is reported",
        arguments: ["worker", "case"])
    func settings(isolation: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("process_settings.c", to: "Settings.so", in: directory)
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, bundle])
        let report = Report(result.output)
        #expect(report.outcomes.count == 19 && report.outcomes.allSatisfy { $0.kind == .passed }, "\(result.output)")
        for outcome in report.outcomes {
            let name = try #require(outcome.identity.split(separator: "/").dropFirst().first)
            let details = report.entries(about: "Settings/\(name)").flatMap(\.details)
            let words =
                name.contains("limit") ? ["resource limit "] : name.contains("Asks") ? [] : ["handlers of signals: "]
            #expect(details.count == words.count, "\(name): \(details)")
            #expect(zip(details, words).allSatisfy { $0.hasPrefix("left its process changed: \($1)") }, "\(details)")
        }
        #expect(result.status == 0)
    }

    @Test("a class that joins the runner's process group, or has numbers trap, affects no other in any order")
    func companyOfDeeds() throws {
        let directory = try TemporaryDirectory()
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
