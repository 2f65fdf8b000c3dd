// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// The story of an interleaving, of turns as a worker sends them.
struct TaskStoryTests {
    /// A frame of the suite.
    private static func frame(_ function: String, line: UInt32 = 0, image: String = "libSuite.so") -> StackFrame {
        StackFrame(function: function, image: image, file: line > 0 ? "/src/Cache.swift" : nil, line: line)
    }

    /// The functions, by place.
    private static let frames: [StackFrame?] = [
        frame("MyTests.testCache()", line: 20), frame("Cache.get(_:)", line: 30),
        frame("(1) suspend resume partial function for Cache.load()", line: 41),
        frame("swift_task_switch", image: "libswift_Concurrency.so"), nil,
        frame("reabstraction thunk helper"),
    ]

    /// Turns of a test that makes two tasks.
    private static func trace(_ turns: [TaskTrace.Turn]) -> TaskTrace {
        var trace = TaskTrace()
        trace.isWhole = true
        let nobody = TaskTrace.Task(maker: 0, ordinal: 0, kind: .work)
        trace.tasks = [
            nobody, nobody, .init(maker: 0, ordinal: 1, kind: .task, entry: 0),
            .init(maker: 2, ordinal: 1, kind: .task, entry: 5), .init(maker: 2, ordinal: 2, kind: .task, entry: 1),
            .init(maker: 3, ordinal: 1, kind: .work),
        ]
        trace.turns = turns
        return trace
    }

    /// A turn of a task that another one made ready.
    private static func turn(_ task: UInt32, by maker: UInt32, at place: UInt32? = nil) -> TaskTrace.Turn {
        TaskTrace.Turn(task: task, last: 0, lastTurn: 0, maker: maker, count: 2, place: place)
    }

    @Test("who ran how far, where it stopped, and who came instead")
    func story() {
        var instead = Self.turn(4, by: 2, at: 3)
        instead.isChosen = true
        var yielded = Self.turn(3, by: 3, at: 2)
        yielded.hasYielded = true
        let turns = [
            Self.turn(2, by: 0, at: 3), Self.turn(3, by: 2, at: 5), Self.turn(3, by: 3, at: 1), instead,
            yielded, Self.turn(4, by: 1, at: 2), Self.turn(5, by: 3), Self.turn(2, by: 3, at: 0),
        ]
        let story = TaskStory(Self.trace(turns), frames: Self.frames)
        #expect(
            story.lines == [
                "task 1 (MyTests.testCache()) began, and waited at Cache.swift:20",
                "task 1.1 (Cache.get(_:)) began, and let others go first in `Cache.load()` at Cache.swift:41",
                "instead, task 1.2 (Cache.get(_:)) began, and waited in `Cache.load()` at Cache.swift:41",
                "task 1.1 went on, and ran to its end",
                "task 1.2 went on, woken from outside, and ran to its end",
                "work of an actor began, and ran to its end",
                "task 1 went on, woken by task 1.1, and ran to its end",
            ])
        #expect(story.switchCount == 6)
    }

    @Test("a task that stays, and one that stops where it makes another one ready")
    func staysAndStops() {
        var stays = Self.turn(2, by: 2, at: 0)
        stays.isChosen = true
        var stops = Self.turn(2, by: 2)
        stops.wasPaused = true
        let turns = [Self.turn(2, by: 0), stays, Self.turn(3, by: 2), stops]
        let story = TaskStory(Self.trace(turns), frames: Self.frames)
        #expect(
            story.lines == [
                "task 1 (MyTests.testCache()) began, kept its turn where others usually run, and had just made another task ready",
                "task 1.1 began, and ran to its end", "task 1 went on, and ran to its end",
            ])
    }

    @Test("of a long one, what is near a choice")
    func long() {
        var turns = (0..<200).map { Self.turn($0 % 2 == 0 ? 3 : 4, by: 2) }
        turns[100].isChosen = true
        let lines = TaskStory(Self.trace(turns), frames: []).lines
        #expect(lines.filter { $0.hasPrefix("instead, ") }.count == 1)
        #expect(lines.count == 3 + 1 + 5 + 1 + 3)
        #expect(lines[3] == "… 95 turns more" && lines[9] == "… 94 turns more")
        #expect(TaskStory(Self.trace([]), frames: []).lines == [])
    }

    @Test("the choices that lead to the turns, by the names of the tasks")
    func choices() {
        var chosen = Self.turn(4, by: 2)
        (chosen.isChosen, chosen.last, chosen.lastTurn) = (true, 3, 5)
        var trace = Self.trace([Self.turn(2, by: 0), chosen])
        #expect(trace.choices?.map { "\($0.last.text) \($0.turn) \($0.next.text)" } == ["1.1 5 1.2"])
        trace.isWhole = false
        #expect(trace.choices == nil)
        trace.isWhole = true
        trace.tasks[4].maker = 4
        #expect(trace.choices == nil)
    }
}
