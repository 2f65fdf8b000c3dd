// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The file of choices between tasks, and the names of tasks in it.
///
/// Rule 72.
struct TaskFileTests {
    /// Reads a file.
    private func file(_ lines: String...) throws(OrderFile.Fault) -> TaskFile {
        try TaskFile(Array(lines.joined(separator: "\n").utf8), path: "a.tasks")
    }

    /// The message for a file that cannot be used.
    private func fault(_ lines: String...) -> String? {
        do throws(OrderFile.Fault) {
            _ = try TaskFile(Array(lines.joined(separator: "\n").utf8), path: "a.tasks")
            return nil
        } catch { return error.description }
    }

    /// A task of a text that is one.
    private func task(_ text: String) throws -> TaskPath { try #require(TaskPath(text)) }

    @Test("what is written is read")
    func roundTrip() throws {
        let choices = [
            TaskChoice(after: .main, turn: 1, run: try task("1.2")),
            TaskChoice(after: try task("1.2"), turn: 3, run: try task("outside.1")),
            TaskChoice(after: .outside, turn: 2, run: try task("1")),
        ]
        let strategies = [
            TaskStrategy(.choices(choices), preempts: true), TaskStrategy(.choices([])),
            TaskStrategy(.random, variation: 7), TaskStrategy(.priorities(turns: 40), variation: 9, preempts: true),
        ]
        for strategy in strategies {
            let lines = ["# a remark", ""] + TaskFile.lines(of: "A/M.B/test c (1)", strategy)
            let file = try TaskFile(Array(lines.joined(separator: "\r\n").utf8), path: "a.tasks")
            #expect(file.entries.map(\.identity) == ["A/M.B/test c (1)"])
            #expect(file.entries.map(\.strategy) == [strategy])
        }
    }

    @Test("tests are found by name, others are left out")
    func strategies() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testA", "testB", "testC"])])
        let found = try file("test M.A/testB", "after 1 1 run 1.1", "test testC", "random 3").strategies(in: registry)
        let names = found.keys.map { registry.string(registry.cases[Int($0.caseIndex)].name) }
        #expect(Set(names) == ["testB", "testC"])
        #expect(found.values.contains(TaskStrategy(.random, variation: 3)))
        let wrong = try file("test M.A/testA", "", "test M.A/testNone")
        #expect(throws: OrderFile.Fault.self) { try wrong.strategies(in: registry) }
    }

    @Test("what cannot be used names the line and what was expected")
    func faults() {
        let forms = "'test NAME', 'preempt', 'after TASK TURN run TASK', 'random N' or 'priorities N among TURNS'"
        #expect(fault() == "a.tasks:1: expected 'test NAME', got nothing")
        #expect(fault("# only", "preempt") == "a.tasks:2: expected 'test NAME' first, got 'preempt'")
        for line in [
            "after 1 1 run", "after 1 x run 1.1", "after 1 1 run 1.", "after 1 1 then 1.1", "after 0 1 run 1",
            "random", "random x", "priorities 1 among 0", "priorities 1 of 4", "preempt now", "test", "tset a",
            "after 1.99999999999 1 run 1",
        ] {
            #expect(fault("test a", line) == "a.tasks:2: expected \(forms), got '\(line)'")
        }
        let twice = fault("test a", "after 1 1 run 1.1", "after 1 1 run 1.2")
        #expect(twice == "a.tasks:3: line 2 already says which task runs after 1 1")
        // Another test's tasks are others.
        #expect(fault("test a", "after 1 1 run 1.1", "test b", "after 1 1 run 1.2") == nil)
    }

    @Test("a task has one name and one key")
    func paths() throws {
        let texts = ["main", "outside", "1", "2", "1.1", "1.2", "2.1", "1.1.1", "outside.1", "outside.1.1"]
        for text in texts { #expect(try task(text).text == text) }
        #expect(Set(try texts.map { try task($0).key }).count == texts.count)
        #expect(try task("1").made(2) == task("1.2"))
        for text in ["", ".", "1.", ".1", "0", "1.0", "x", "main.1", "-1", "outside."] {
            #expect(TaskPath(text) == nil, "\(text)")
        }
    }

    @Test("--chance takes a file for tasks, which needs a dot or a slash")
    func option() throws {
        let chance = try Chance("hashing=system,tasks=a.tasks", "--chance")
        #expect(chance.tasks == .seeded && chance.taskFile == "a.tasks" && chance.hashing == .system)
        #expect(throws: UsageError.self) { try Chance("tasks=seded", "--chance") }
        #expect(throws: UsageError.self) { try ChanceChoice("tasks=a.tasks", "chance") }
        let later = try ChanceChoice("tasks=seeded", "--chance").applied(to: chance)
        #expect(later.taskFile == nil)
    }
}
