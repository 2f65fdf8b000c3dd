// SPDX-License-Identifier: MIT

import RunnerSupport

/// An interleaving in sentences: which task ran how far, and which one came then.
public struct TaskStory {
    /// The longest story that is written in full, in lines.
    private static let lengthLimit = 24
    /// The number of lines on each side of a choice in a longer one.
    private static let margin = 2

    /// The turns.
    private let trace: TaskTrace
    /// The functions and lines, by place; nil where nothing is known.
    private let frames: [StackFrame?]
    /// The next turn of the same task, by turn.
    private var following: [Int?] = []
    /// The name of each task's function; nil where it is not known.
    private var names: [UInt32: String] = [:]

    /// Some turns of one task, with no other's between them.
    private struct Stretch {
        /// The task.
        let task: UInt32
        /// The first turn, and the last one.
        let first: Int
        var last: Int
        /// Whether it is another task's than usual.
        let isChosen: Bool
        /// Whether the task went on where others usually come.
        var isKept = false
        /// Whether the task had no turn before.
        let isBeginning: Bool
    }

    /// Prepares the story of some turns; `frames` has an entry for each of their places.
    public init(_ trace: TaskTrace, frames: [StackFrame?]) {
        (self.trace, self.frames) = (trace, frames)
        following = Array(repeating: nil, count: trace.turns.count)
        var later: [UInt32: Int] = [:]
        for (index, turn) in trace.turns.enumerated().reversed() {
            following[index] = later.updateValue(index, forKey: turn.task)
        }
        for (index, task) in trace.tasks.enumerated() {
            let name = frame(at: task.entry)?.function ?? (task.kind == .block ? closure(at: task.entry) : nil)
            if let name { names[UInt32(index)] = Self.readable(name) }
        }
        for turn in trace.turns where names[turn.task] == nil && !turn.wasPaused {
            if let name = frame(at: turn.place)?.function { names[turn.task] = Self.readable(name) }
        }
    }

    /// The sentences, one for each stretch.
    public var lines: [String] {
        let stretches = stretches
        var kept = stretches.indices.map { _ in stretches.count <= Self.lengthLimit }
        for (index, stretch) in stretches.enumerated() {
            let isEnd = index == 0 || index == stretches.count - 1
            guard stretch.isChosen || stretch.isKept || isEnd else { continue }
            let range = max(0, index - Self.margin)...min(stretches.count - 1, index + Self.margin)
            for near in range { kept[near] = true }
        }
        var (lines, passed): ([String], Int) = ([], 0)
        for (index, stretch) in stretches.enumerated() {
            guard kept[index], lines.count < 4 * Self.lengthLimit else {
                passed += stretch.last - stretch.first + 1
                continue
            }
            if passed > 0 { lines.append("… \(Count.text(passed, "turn")) more") }
            passed = 0
            lines.append(sentence(stretch))
        }
        if passed > 0 { lines.append("… \(Count.text(passed, "turn")) more") }
        return lines
    }

    /// The number of switches to another task.
    public var switchCount: Int { max(0, stretches.count - 1) }

    /// The stretches, in order.
    private var stretches: [Stretch] {
        var (stretches, seen): ([Stretch], Set<UInt32>) = ([], [])
        for (index, turn) in trace.turns.enumerated() {
            if let last = stretches.indices.last, stretches[last].task == turn.task {
                stretches[last].last = index
                stretches[last].isKept = stretches[last].isKept || turn.isChosen
                continue
            }
            let isBeginning = seen.insert(turn.task).inserted
            stretches.append(
                Stretch(
                    task: turn.task, first: index, last: index, isChosen: turn.isChosen, isBeginning: isBeginning))
        }
        return stretches
    }

    /// Returns the sentence for a stretch.
    private func sentence(_ stretch: Stretch) -> String {
        let turn = trace.turns[stretch.first]
        var words = stretch.isChosen ? "instead, " : ""
        words += label(stretch.task, isLong: stretch.isBeginning) + (stretch.isBeginning ? " began" : " went on")
        if !stretch.isBeginning, turn.maker != turn.task {
            words += turn.maker == 1 ? ", woken from outside" : ", woken by \(label(turn.maker, isLong: false))"
        }
        if stretch.isKept { words += ", kept its turn where others usually run" }
        return words + ", and " + stop(behind: stretch.last)
    }

    /// Returns the words for how a turn ended.
    private func stop(behind index: Int) -> String {
        guard let next = following[index] else { return trace.isWhole ? "ran to its end" : "ran on" }
        let turn = trace.turns[next]
        if turn.wasPaused { return "had just made another task ready" }
        let place = place(turn.place, in: turn.task)
        if turn.hasYielded { return "let others go first\(place)" }
        return (turn.maker == turn.task ? "came to a change of actor" : "waited") + place
    }

    /// The frame of a place in the code of the suite; nil for one in the runtime, or for what the compiler put in between.
    private func frame(at place: UInt32?) -> StackFrame? {
        guard let place, frames.indices.contains(Int(place)), let frame = frames[Int(place)] else { return nil }
        let isRuntime = frame.image.hasPrefix("libswift") || frame.function.hasPrefix("0x")
        let isBetween = frame.function.contains("thunk") || frame.function.contains("partial apply")
        return isRuntime || isBetween || frame.function.isEmpty ? nil : frame
    }

    /// The closure that a block calls by what the compiler put in between; nil where it is not known.
    private func closure(at place: UInt32?) -> String? {
        guard let place, frames.indices.contains(Int(place)), let name = frames[Int(place)]?.function else {
            return nil
        }
        return name.ranges(of: "partial apply for ").first.map { String(name[$0.upperBound...]) }
    }

    /// The words for a place; empty where it is not known.
    private func place(_ place: UInt32?, in task: UInt32) -> String {
        guard let frame = frame(at: place) else { return "" }
        let function = Self.readable(frame.function)
        // The task has that name.
        var words = function == names[task] ? "" : " in `\(function)`"
        if let file = frame.file, frame.line > 0 { words += " at \(FilePath.name(of: file)):\(frame.line)" }
        return words
    }

    /// The words for a task; with its function, if asked for.
    private func label(_ task: UInt32, isLong: Bool) -> String {
        if task == 0 { return "the main thread" }
        guard task != 1, let path = trace.path(of: task) else { return "work from outside" }
        guard Int(task) < trace.tasks.count, trace.tasks[Int(task)].kind != .work else { return "work of an actor" }
        let name = isLong ? names[task].map { " (\($0))" } ?? "" : ""
        return "\(trace.tasks[Int(task)].kind == .block ? "block" : "task") \(path.text)\(name)"
    }

    /// A function's name without the words for the part of it that goes on after a suspension.
    static func readable(_ name: String) -> String {
        guard let range = name.ranges(of: " partial function for ").last else { return name }
        return String(name[range.upperBound...])
    }
}
