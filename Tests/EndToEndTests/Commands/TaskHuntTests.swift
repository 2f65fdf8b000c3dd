// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 72: the hunt for orders of tasks by which a test fails, and the files that repeat them.
struct TaskHuntTests {
    /// The directory of a run's record, and the bundle with planted bugs and correct programs.
    private let directory = TemporaryDirectory()
    private let bundle: String

    init() throws {
        bundle = try SwiftFixtures.bundle("InterleavingSuites")
    }

    /// Runs the runner on the bundle, with a record.
    private func run(_ arguments: String...) throws -> Subprocess.Result { try run(arguments) }

    /// The same with the words in an array.
    private func run(_ arguments: [String]) throws -> Subprocess.Result {
        try Runner.run(["--state", directory.file("state"), "--color", "never", bundle] + arguments)
    }

    /// The file of choices that a hunt has written for a case.
    private func choices(of name: String) throws -> String {
        let all = try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
        return directory.file("state") + "/" + (try #require(all.first { $0.hasPrefix("\(name)-") }, "\(all)"))
    }

    /// The words of a hunt for a planted bug, by a seed by which the run before the hunt passes.
    ///
    /// A hunt leaves out what failed before it, and by the system's threads any bug may show there.
    private func hunt(_ name: String) throws -> [String] {
        let words = try (1...50).map { ["--seed", "\($0)", "--chance", "tasks=seeded", "PlantedTests/\(name)"] }
            .first { try run($0).status == 0 }
        return try #require(words, "no seed lets \(name) pass") + ["--hunt=tasks"]
    }

    @Test("a planted bug is found, shown as a story, and repeated by the file that was written", .long)
    func finds() throws {
        let events = directory.file("events")
        let result = try run(hunt("testLostUpdate") + ["--events", events]).exiting(1)
        let output = "\(result.output)\(result.errors)"
        #expect(result.lines.contains { $0.hasPrefix("hunt: 1 test fails in some of ") }, "\(output)")
        #expect(output.contains("failed in 3 of 3 tries with the same order; 1 choice of another task"), "\(output)")
        // The line in which one reads what the other is about to write.
        #expect(output.contains("came to a change of actor at PlantedTests.swift:31"), "\(output)")
        #expect(output.contains("instead, task 1.2 (closure #1 in closure #1 in "), "\(output)")
        let told = try String(contentsOfFile: events, encoding: .utf8)
        #expect(told.contains(#""cause":"interleaving""#) && told.contains(#""story":["task 1 ("#), "\(told)")
        let file = try choices(of: "testLostUpdate")
        #expect(output.contains("tasks=\(file)"), "\(output)")
        for seed in 1...3 {
            let again = try run("--seed", "\(seed)", "--chance", "tasks=\(file)", "testLostUpdate", "testCounter")
            #expect(again.status == 1, "\(again.output)")
            #expect(again.output.contains("PlantedTests/testLostUpdate"), "\(again.output)")
        }
        // The choices alone make it fail: without them it passes.
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let kept = text.split(separator: "\n").filter { !$0.hasPrefix("after ") }
        try directory.write(Array(kept.joined(separator: "\n").utf8), to: "none.tasks")
        try run("--chance", "tasks=\(directory.file("none.tasks"))", "PlantedTests/testLostUpdate").exiting(0)
    }

    @Test("a story names a block by its closure")
    func blocks() throws {
        let result = try run(hunt("testGlobalQueueOrder"))
        let named = " (closure #1 in closure #1 in PlantedTests.testGlobalQueueOrder()) began, and ran to its end"
        #expect(result.output.contains("instead, block 1.2" + named), "\(result.output)\(result.errors)")
        #expect(result.output.contains("task 1 went on, woken by block 1.1"), "\(result.output)")
    }

    @Test("the next hunt goes on with other orders, and without a record the command has the choices in it", .long)
    func goesOn() throws {
        let first = try run("--seed", "1", "--hunt=tasks,20", "CorrectTests/testCounter").exiting(0)
        #expect(first.lines.contains { $0.hasPrefix("hunt: no failure in any of ") }, "\(first.output)")
        func done() throws -> Int {
            let text = try String(contentsOfFile: directory.file("state") + "/hunt-tasks", encoding: .utf8)
            let last = try #require(text.split(whereSeparator: \.isWhitespace).last)
            return try #require(Int(last))
        }
        let before = try done()
        _ = try run("--seed", "1", "--hunt=tasks,20", "CorrectTests/testCounter")
        #expect(try done() > before)
        let bare = try Runner.run(["--no-state", bundle] + hunt("testTaskOrder"))
        let command = try #require(bare.lines.first { $0.contains("| runner ") }, "\(bare.output)")
        #expect(command.contains("printf '%s\\n' 'test ") && command.contains("tasks=-"), "\(command)")
    }

    @Test("a file that cannot be used is an error with its line")
    func faults() throws {
        try directory.write(Array("test PlantedTests/testMutex\nafter 1 run 2\n".utf8), to: "bad.tasks")
        let bad = try run("--chance", "tasks=\(directory.file("bad.tasks"))").exiting(2)
        #expect(bad.errors.contains("bad.tasks:2: expected 'test NAME', "), "\(bad.errors)")
        try directory.write(Array("test PlantedTests/testNone\n".utf8), to: "none.tasks")
        let none = try run("--chance", "tasks=\(directory.file("none.tasks"))")
        #expect(none.status == 2 && none.errors.contains("none.tasks:1: no test is named "), "\(none.errors)")
        let missing = try run("--chance", "tasks=./missing.tasks")
        #expect(missing.status == 2 && missing.errors.contains("failed to read the choices of tasks './missing.tasks'"))
    }

    @Test("a failure that comes and goes by the order of tasks is diagnosed, with a seed that shows it", .long)
    func diagnosed() throws {
        let seed = try #require(
            try (1...50).first {
                try run("--seed", "\($0)", "--chance", "tasks=seeded", "PlantedTests/testLostUpdate").status == 1
            })
        let result = try run(
            "--seed", "\(seed)", "--chance", "tasks=seeded", "--diagnose", "PlantedTests/testLostUpdate")
        #expect(result.output.contains("depends on the interleaving"), "\(result.output)")
        #expect(result.output.contains("in the order of seed \(seed) it fails"), "\(result.output)")
    }

    @Test("each planted bug is found, and no correct program is ever reported", .long)
    func zoo() throws {
        let planted = try run("--seed", "3", "--hunt=tasks,300", "--diagnose-time", "300", "PlantedTests")
        let failed = planted.lines.filter { $0.hasPrefix("failed ") }.count
        let found = planted.lines.filter { $0.hasSuffix("which of its tasks runs next") }.count
        #expect(failed + found == 25, "\(planted.output)")
        #expect(planted.lines.filter { $0.contains("failed in 3 of 3 tries with the same order") }.count == found)
        try run("--seed", "3", "--hunt=tasks,60", "CorrectTests").exiting(0)
    }
}
