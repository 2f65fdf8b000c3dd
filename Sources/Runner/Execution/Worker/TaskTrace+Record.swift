// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// The record of turns in the worker that made it.
extension TaskTrace {
    /// Takes the numbers of a schedule.
    private init(countsOf summary: task_schedule_summary) {
        self.init()
        (turnCount, choiceCount, hash) = (summary.steps, summary.choices, summary.trace)
        doubts = summary.outside &+ summary.clock &+ summary.handed_over
        excuses = summary.outside &+ summary.handed_over
    }

    /// Copies the record of the last schedule.
    init(_ summary: task_schedule_summary) {
        self.init(countsOf: summary)
        let record = task_schedule_record()
        guard record.task_count <= Self.limit else { return }
        isWhole = record.is_whole != 0
        var known: [UInt64: UInt32] = [:]
        for task in UnsafeBufferPointer(start: record.tasks, count: Int(record.task_count)) {
            tasks.append(
                Task(
                    maker: task.maker, ordinal: task.ordinal, kind: Kind(rawValue: task.kind.rawValue) ?? .work,
                    entry: place(at: task.entry, &known)))
        }
        for step in UnsafeBufferPointer(start: record.steps, count: Int(record.step_count)) {
            turns.append(
                Turn(
                    task: step.task, last: step.last, lastTurn: step.turn, maker: step.maker, count: step.count,
                    isChosen: step.is_chosen != 0, wasPaused: step.was_paused != 0,
                    hasYielded: step.has_yielded != 0, place: place(at: step.resume, &known)))
        }
    }

    /// Notes where the tasks of the present schedule wait.
    static func ofWaiting() -> TaskTrace {
        var trace = TaskTrace(countsOf: task_schedule_so_far())
        var known: [UInt64: UInt32] = [:]
        var waiting = [task_waiting](repeating: task_waiting(), count: waitLimit)
        let count = task_schedule_waiting(&waiting, waiting.count)
        for var task in waiting.prefix(count) {
            let calls = withUnsafeBytes(of: &task.calls) { Array($0.bindMemory(to: UInt64.self)) }
            trace.waits.append(calls.compactMap { trace.place(at: $0, &known) })
        }
        return trace
    }

    /// The most tasks of which it is noted where they wait.
    private static let waitLimit = 1000

    /// The index of an address among the places; nil for an address in no library.
    private mutating func place(at address: UInt64, _ known: inout [UInt64: UInt32]) -> UInt32? {
        if address == 0 { return nil }
        if let index = known[address] { return index }
        var offset: UInt64 = 0
        guard places.count < Self.limit, let path = worker_place_in_image(address, &offset) else { return nil }
        let index = UInt32(places.count)
        places.append(Place(path: String(cString: path), address: offset))
        known[address] = index
        return index
    }
}
