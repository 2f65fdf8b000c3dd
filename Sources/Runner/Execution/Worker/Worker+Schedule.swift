// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport
import WorkerShims

/// Has the seed decide which task runs next, and says what came of that.
///
/// Rule 72.
extension Worker {
    /// Schedules the tasks of an activity, if the seed is to decide there.
    func beginSchedule(_ activity: Activity) {
        var source = schedulesBySeed ? Chance.Source.seeded : .system
        var strategy: TaskStrategy?
        if case .run(let slot) = activity {
            source = table.slot(slot).taskSource ?? source
            if !start.strategies.isEmpty {
                strategy = start.strategies.indices.contains(Int(slot)) ? start.strategies[Int(slot)] : nil
                source = strategy == nil ? .system : .seeded
            }
        }
        guard source == .seeded else { return }
        place.isStanding = false
        task_schedule_report_standstill(place.standingPlace)
        task_schedule_on_quiet(
            { context, isStanding in
                guard let context else { return }
                let host = HostInterface.behind(context.assumingMemoryBound(to: testkit_host.self))
                host?.sendWaits(isDeadlock: isStanding != 0)
            }, UnsafeMutableRawPointer(mutating: UnsafeRawPointer(host.pointer)))
        var state = Chance.scheduleState(key: table.streamKey(of: activity), attempt: start.attempt)
        guard let strategy else {
            host.setSchedule(state)
            return task_schedule_begin(state, nil)
        }
        state = Chance.variedState(state, by: strategy.variation)
        host.setSchedule(state)
        begin(state, strategy)
        sendsTurns = true
    }

    /// Schedules tasks by a way of their own.
    private func begin(_ state: UInt64, _ strategy: TaskStrategy) {
        var plan = task_plan()
        (plan.preempts, plan.records) = (strategy.preempts ? 1 : 0, strategy.records ? 1 : 0)
        switch strategy.kind {
        case .random: plan.strategy = TASKS_AT_RANDOM
        case .priorities(let turns):
            (plan.strategy, plan.changes, plan.steps) = (TASKS_BY_PRIORITY, TaskStrategy.changes, turns)
        case .choices(let choices):
            plan.strategy = TASKS_BY_CHOICE
            let all = choices.map { task_choice(last: $0.last.key, turn: $0.turn, next: $0.next.key) }
                .sorted { ($0.last, $0.turn) < ($1.last, $1.turn) }
            return all.withUnsafeBufferPointer { buffer in
                (plan.choices, plan.choice_count) = (buffer.baseAddress, buffer.count)
                task_schedule_begin(state, &plan)
            }
        }
        task_schedule_begin(state, &plan)
    }

    /// Leaves tasks to the system again, and says with the activity what the schedule was, if there was anything to decide.
    func endSchedule(_ activity: Activity) {
        guard seeder.hasSchedules else { return }
        host.setSchedule(nil)
        let summary = task_schedule_end()
        if sendsTurns || host.hasFailed {
            var trace = TaskTrace(summary)
            // A user who chooses an order, or looks for one, wants to know which tests fail by it.
            if sendsTurns { trace.excuses = 0 }
            if sendsTurns || trace.excuses > 0 {
                host.send(.remark(.turns(trace), activity: activity.number, isLate: false))
            }
        }
        sendsTurns = false
        let schedule = TaskSchedule(summary)
        if let text = schedule.text { host.send(.remark(.log(text), activity: activity.number, isLate: false)) }
    }
}

/// The outcome of scheduling the tasks of an activity.
struct TaskSchedule {
    /// The numbers.
    private let summary: task_schedule_summary

    /// Reads the scheduler's summary.
    init(_ summary: task_schedule_summary) { self.summary = summary }

    /// The reason why the same seed may not repeat the order, in words; nil where it does.
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
        let trace = summary.trace.hexadecimal
        let turns = Count.text(Int(clamping: summary.steps), "turn")
        let choices = Count.text(Int(clamping: summary.choices), "choice")
        let text = "tasks=seeded: \(turns), \(choices), trace \(trace)"
        return text + (doubt.map { "; this order may not repeat: \($0)" } ?? "")
    }
}
