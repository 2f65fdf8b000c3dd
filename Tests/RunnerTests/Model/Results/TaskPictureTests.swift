// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Where the tasks of a case wait that came to no end.
struct TaskPictureTests {
    /// A frame in the suite's code, or with line 0 in a framework's.
    private func frame(_ function: String, _ line: UInt32) -> StackFrame {
        StackFrame(function: function, image: "Suite.so", file: line > 0 ? "/src/Suite.swift" : nil, line: line)
    }

    /// The lines for some tasks, each by its calls.
    private func lines(_ tasks: [[StackFrame?]]) -> [String] {
        var (trace, frames): (TaskTrace, [StackFrame?]) = (TaskTrace(), [])
        for calls in tasks {
            trace.waits.append(calls.indices.map { UInt32(frames.count + $0) })
            frames += calls
        }
        return TaskPicture(trace, frames: frames).lines
    }

    @Test("a task is where the suite's code goes on, with the first of its calls")
    func placesAndCallers() {
        let calls = [
            frame("swift_continuation_await", 0), frame("(2) await resume partial function for Cache.load()", 41),
            frame("thunk for f()", 7), nil, frame("Tests.testLoad()", 12), frame("Runner.run()", 0),
        ]
        #expect(lines([calls]) == ["  Cache.load() at Suite.swift:41, called by Tests.testLoad() at Suite.swift:12"])
        #expect(lines([[frame("f()", 3)]]) == ["  f() at Suite.swift:3"])
    }

    @Test("tasks at one place are one line, and those that are in no suite's code are none")
    func onePlace() {
        let one = [frame("f()", 3)]
        #expect(
            lines([one, [frame("Runner.run()", 0)], one, [], [frame("g()", 4)]]) == [
                "  f() at Suite.swift:3 (2 tasks)", "  g() at Suite.swift:4",
            ])
    }

    @Test("of many places the first are shown")
    func manyPlaces() {
        let found = lines((1...30).map { [frame("f()", $0)] })
        #expect(found.count == 21 && found.last == "  and at 10 other places")
    }

    @Test("a number that is no place is none")
    func numbersOfNoPlace() {
        var trace = TaskTrace()
        trace.waits = [[7, .max]]
        #expect(TaskPicture(trace, frames: []).lines.isEmpty)
    }
}
