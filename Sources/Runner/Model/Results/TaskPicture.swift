// SPDX-License-Identifier: MIT

import RunnerSupport

/// Where the tasks of a case wait that came to no end, in lines.
public struct TaskPicture {
    /// The most lines.
    private static let lengthLimit = 20

    /// The lines; none where nothing is known.
    public private(set) var lines: [String] = []

    /// Says where tasks wait; `frames` has an entry for each of the trace's places.
    public init(_ trace: TaskTrace, frames: [StackFrame?]) {
        var (counts, order): ([String: Int], [String]) = ([:], [])
        for calls in trace.waits {
            let known = calls.compactMap { frames.indices.contains(Int($0)) ? frames[Int($0)] : nil }
            // Between the suite's own functions are those of the frameworks, whose lines are unknown.
            var places = known.compactMap(Self.place)
            places = places.indices.filter { $0 == 0 || places[$0] != places[$0 - 1] }.map { places[$0] }
            guard let first = places.first, let last = places.last else { continue }
            let line = places.count == 1 ? first : "\(first), called by \(last)"
            if counts[line] == nil { order.append(line) }
            counts[line, default: 0] += 1
        }
        lines = order.prefix(Self.lengthLimit).map { line in
            let count = counts[line] ?? 1
            return count == 1 ? "  \(line)" : "  \(line) (\(count) tasks)"
        }
        if order.count > Self.lengthLimit { lines.append("  and at \(order.count - Self.lengthLimit) other places") }
    }

    /// The words for a place in the suite's code; nil for one in other code.
    private static func place(_ frame: StackFrame) -> String? {
        guard frame.line > 0, let file = frame.file, !frame.function.hasPrefix("0x") else { return nil }
        let isBetween = frame.function.contains("thunk") || frame.function.contains("partial apply")
        // A macro's code is in no file of the user.
        return isBetween || FilePath.name(of: file).hasPrefix("@__swiftmacro")
            ? nil : "\(TaskStory.readable(frame.function)) at \(FilePath.name(of: file)):\(frame.line)"
    }
}
