// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 72: the seed decides which task runs next.
struct InterleavingTests {
    /// The option that asks for it.
    private static let seeded = ["--chance", "tasks=seeded"]

    /// What came of a case.
    private struct Outcome: Equatable {
        /// "passed" or "failed".
        var word: String
        /// What the runner said of the schedule, without its doubts; nil if nothing.
        var trace: String?
        /// Why the order may not repeat; nil if it does.
        var doubt: String?
    }

    /// Runs tests; what came of each case, by "Class/case".
    private func outcomes(_ arguments: [String]) throws -> [String: Outcome] {
        let options = ["--no-state", "--show-output", "all", "--color", "never", "--timeout", "300"]
        let result = try OtherFrameworks.run(options + arguments)
        var outcomes: [String: Outcome] = [:]
        for entry in result.report.outcomes {
            let said = entry.details.first { $0.hasPrefix("log: tasks=seeded: ") }?.dropFirst(
                "log: tasks=seeded: ".count)
            let parts = said?.components(separatedBy: "; this order may not repeat: ") ?? []
            outcomes[String(entry.identity.drop { $0 != "." }.dropFirst())] = Outcome(
                word: entry.kind.rawValue, trace: parts.first, doubt: parts.count > 1 ? parts[1] : nil)
        }
        try #require(!outcomes.isEmpty, "\(result.output)\(result.errors)")
        return outcomes
    }

    /// The same of the bundle with planted bugs and correct programs.
    private func bundle(_ arguments: String...) throws -> [String: Outcome] {
        try outcomes([SwiftFixtures.bundle("InterleavingSuites")] + arguments)
    }

    @Test("a planted bug shows by some seeds and not by others, and by a seed always or never", .long)
    func seedDecides() throws {
        func lostUpdate(_ seed: Int, _ options: String...) throws -> Outcome {
            let arguments = Self.seeded + ["--seed", "\(seed)"] + options
            let path = try SwiftFixtures.bundle("InterleavingSuites")
            return try #require(try outcomes([path] + arguments)["PlantedTests/testLostUpdate"])
        }
        let found = try (1...12).map { try lostUpdate($0, "PlantedTests/testLostUpdate") }
        #expect(Set(found.map(\.word)) == ["passed", "failed"])
        #expect(Set(found.map(\.trace)).count > 3, "\(found)")
        #expect(found.allSatisfy { $0.doubt == nil }, "\(found)")
        // Whatever else runs, wherever.
        for (seed, outcome) in zip(1..., found.prefix(4)) {
            #expect(try lostUpdate(seed, "PlantedTests", "--jobs", "1") == outcome)
            #expect(try lostUpdate(seed, "PlantedTests", "--isolation", "case") == outcome)
        }
    }

    @Test("a block that a task submits to a queue of the system has its turn by the seed")
    func blocks() throws {
        func order(_ seed: Int) throws -> Outcome? {
            try bundle("--seed", "\(seed)", "testGlobalQueueOrder", "--chance", "tasks=seeded").values.first
        }
        let found = try (1...8).map { try order($0) }
        #expect(Set(found.map { $0?.word }) == ["passed", "failed"])
        #expect(found.allSatisfy { $0?.trace != nil && $0?.doubt == nil }, "\(found)")
        #expect(try (1...8).map { try order($0) } == found)
    }

    @Test("correct programs pass, whatever wakes their tasks; where that may not repeat, the result says so")
    func correctPrograms() throws {
        for seed in 1...2 {
            let found = try bundle("--seed", "\(seed)", "CorrectTests", "--chance", "tasks=seeded")
            #expect(found.count == 30)
            #expect(found.filter { $0.value.word != "passed" } == [:])
            let doubts = [
                "testSemaphore", "testSleep", "testTimeout", "testCustomExecutor", "testBlockedMainThread",
                "testBlocksThatWait",
                "testWaitForBlock",
            ]
            for name in doubts { #expect(found["CorrectTests/\(name)"]?.doubt != nil, "\(name)") }
        }
    }

    @Test("a retry keeps the interleaving")
    func retry() throws {
        let found = try (1...12).map { try bundle("--seed", "\($0)", "testLostUpdate", "--chance", "tasks=seeded") }
        let seed = try #require(found.firstIndex { $0.values.first?.word == "failed" }) + 1
        let path = try SwiftFixtures.bundle("InterleavingSuites")
        let options = ["--no-state", "--seed", "\(seed)", "--retry", "2", path, "testLostUpdate"]
        let result = try Runner.run(options + Self.seeded).exiting(1)
        #expect(!result.output.contains("flaky"), "\(result.output)")
    }

    @Test("the system decides by default, and where testkit.json says so for a bundle or a test")
    func settings() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("Zoo.so")
        try FileManager.default.copyItem(atPath: SwiftFixtures.bundle("InterleavingSuites"), toPath: path)
        func scheduled(_ settings: String, _ options: String...) throws -> Set<String> {
            try directory.write(Array(settings.utf8), to: "testkit.json")
            let names = ["PlantedTests/testLostUpdate", "PlantedTests/testMutex"]
            let found = try outcomes(["--jobs", "1", path] + names + options)
            #expect(found.count == 2)
            return Set(found.filter { $0.value.trace != nil }.keys.map { String($0.dropFirst(13)) })
        }
        let both: Set = ["testLostUpdate", "testMutex"]
        let forBundle = #"{"bundles": {"Zoo": {"chance": "tasks=seeded"}}}"#
        let forTest = #"{"tests": [{"match": "testMutex", "tasks": "seeded"}]}"#
        #expect(try scheduled("{}") == [])
        #expect(try scheduled("{}", "--chance", "tasks=seeded") == both)
        #expect(try scheduled(#"{"options": {"chance": "tasks=seeded"}}"#) == both)
        #expect(try scheduled(forBundle) == both)
        #expect(try scheduled(forBundle, "--chance", "tasks=system") == [])
        #expect(try scheduled(forTest) == ["testMutex"])
        let except = #"{"tests": [{"match": "testMutex", "tasks": "system"}]}"#
        #expect(try scheduled(except, "--chance", "tasks=seeded") == ["testLostUpdate"])
    }

    @Test("a failure by an order that may not repeat is tried by the system's, and both results are reported", .long)
    func systemRerun() throws {
        let path = try SwiftFixtures.bundle("InterleavingSuites")
        func run(_ seed: Int, _ name: String) throws -> Subprocess.Result {
            try Runner.run(["--no-state", "--seed", "\(seed)", "--show-output", "all", path, name] + Self.seeded)
        }
        let excused = "failed in the seed's order of tasks, which may not repeat, and passed in the system's"
        let all = try (1...12).map { try run($0, "StandingTests/testMainActorOrderBehindTimer") }
        #expect(all.allSatisfy { $0.status == 0 }, "\(all.map(\.output))")
        #expect(Set(all.map { $0.output.contains(excused) }) == [true, false], "\(all.map(\.output))")
        let failed = try run(1, "StandingTests/testFailsBehindTimer").exiting(1)
        #expect(failed.output.contains("also failed in the system's order of tasks: "), "\(failed.output)")
        // What the seed alone decides has no excuse.
        let planted = try (1...12).map { try run($0, "PlantedTests/testLostUpdate") }
        #expect(planted.contains { $0.status == 1 })
        #expect(planted.allSatisfy { !$0.output.contains("in the system's") })
    }

    @Test("a case in which nothing can go on any more is a deadlock, long before its time limit", .long)
    func deadlocks() throws {
        let path = try SwiftFixtures.bundle("InterleavingSuites")
        for name in ["testTwoLocks", "testForgottenContinuation"] {
            let result = try Runner.run(
                ["--no-state", "--timeout", "300", path, "StandingTests/\(name)"] + Self.seeded)
            #expect(result.status == 1, "\(name)")
            #expect(result.output.contains("deadlock in the case's body: no task is ready"), "\(result.output)")
        }
        // What a thread or a timer wakes late is none.
        for name in ["testLateThread", "testLateTimer"] {
            #expect(
                try outcomes([path, "StandingTests/\(name)"] + Self.seeded).values.first?.word == "passed", "\(name)")
        }
    }

    @Test("tests of XCTest and Swift Testing are scheduled as well, whatever runs before", .long)
    func executables() throws {
        let executable = try OtherFrameworks.oddities.executable()
        func run(_ seed: Int, _ options: String...) throws -> [String: Outcome] {
            try outcomes([executable, "ModernTests", "ClassicTests", "--seed", "\(seed)"] + Self.seeded + options)
        }
        let all = try (1...8).map { try run($0) }
        for name in ["ModernTests/counts", "ModernTests/countsOnMain", "ClassicTests/testCounts"] {
            #expect(Set(all.map { $0[name]?.word }) == ["passed", "failed"], "\(name)")
        }
        #expect(all.allSatisfy { $0["ClassicTests/testWaits"]?.word == "passed" })
        let alone = try run(1, "--isolation", "case")
        #expect(alone == all[0])
    }
}
