// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// Has the seed decide which task runs next, and says what came of that.
extension Worker {
    /// Schedules the tasks of an activity, if the seed is to decide there.
    func beginSchedule(_ activity: Activity) {
        var source = schedulesBySeed ? Chance.Source.seeded : .system
        if case .run(let slot) = activity { source = table.slot(slot).taskSource ?? source }
        guard source == .seeded else { return }
        let state = Chance.scheduleState(key: table.streamKey(of: activity), attempt: start.attempt)
        host.setSchedule(state)
        task_schedule_begin(state)
    }

    /// Leaves tasks to the system again, and says with the activity what the schedule was, if there was anything to decide.
    func endSchedule(_ activity: Activity) {
        guard chance.hasSchedules else { return }
        host.setSchedule(nil)
        let schedule = TaskSchedule(task_schedule_end())
        if let text = schedule.text { host.send(.log(text, activity: activity.number, isLate: false)) }
    }
}

/// What came of scheduling the tasks of an activity.
struct TaskSchedule {
    /// The numbers.
    private let summary: task_schedule_summary

    /// Reads what the scheduler says.
    init(_ summary: task_schedule_summary) { self.summary = summary }

    /// Why the same seed may not repeat the order, in words; nil where it does.
    private var doubt: String? {
        let parts = [
            (summary.outside, "wake-up from outside", "wake-ups from outside"),
            (summary.clock, "wake-up by the clock", "wake-ups by the clock"),
            (summary.handed_over, "task that kept its thread", "tasks that kept their thread"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { Count.text(Int(clamping: $0.0), $0.1, $0.2) }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// For people; nil where there was nothing to decide.
    var text: String? {
        guard summary.choices > 0 || doubt != nil else { return nil }
        let trace = String(summary.trace, radix: 16)
        let turns = Count.text(Int(clamping: summary.steps), "turn")
        let choices = Count.text(Int(clamping: summary.choices), "choice")
        let text = "tasks=seeded: \(turns), \(choices), trace \(trace)"
        return text + (doubt.map { "; this order may not repeat: \($0)" } ?? "")
    }
}
