// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

/// Finds the running cases and the slow ones among them.
///
/// Rule 61.
struct SlowWatch {
    /// The shared memory.
    private let table: RunTable
    /// The plan of the run.
    private let plan: Plan
    /// The announcements of workers that have been in one activity for long, by the workers' index.
    private var announced: [Int: Announcement] = [:]

    /// Watches a plan in the table.
    init(_ table: RunTable, _ plan: Plan) {
        self.table = table
        self.plan = plan
    }

    /// Returns the running cases, the longest first, and those to announce.
    mutating func progress(of workers: [WorkerProcess], _ enforcer: TimeLimitEnforcer, now: UInt64) -> Progress {
        var progress = Progress()
        for worker in workers {
            let view = table.worker(worker.index)
            if let slot = slot(of: view) {
                progress.cases.append((slot, worker.since))
                if view.phase < TESTKIT_PHASE_BODY.rawValue { progress.preparing.append(slot) }
            }
            let limit = enforcer.limit(of: worker.index)
            if let slow = announcement(of: worker, limit: limit, now: now) { progress.slow.append(slow) }
        }
        progress.cases.sort { $0.started < $1.started }
        return progress
    }

    /// The case that a worker runs.
    private func slot(of view: WorkerView) -> Plan.Slot? {
        guard let index = view.slot.map(Int.init), plan.slots.indices.contains(index) else { return nil }
        return plan.slots[index]
    }

    /// Returns the announcement of a worker that has been in one activity for long; each one is due after twice the
    /// time.
    private mutating func announcement(of worker: WorkerProcess, limit: UInt64, now: UInt64) -> Progress.Slow? {
        let view = table.worker(worker.index)
        let (stage, since) = (view.stage, worker.since)
        guard let unit = view.unit.map(Int.init), plan.units.indices.contains(unit) else { return nil }
        var known = announced[worker.index] ?? Announcement(since: since)
        if known.since != since { known = Announcement(since: since) }
        guard let elapsed = known.takeDue(elapsed: worker.elapsed(at: now), limit: limit) else { return nil }
        announced[worker.index] = known
        var slow = Progress.Slow(classIndex: plan.units[unit].classIndex, elapsed: elapsed)
        switch stage {
        case .beginClass: slow.phase = .setUp
        case .endClass: slow.phase = .tearDown
        case .runCase:
            guard let slot = slot(of: view) else { return nil }
            slow.phase = .body(slot)
        default: return nil
        }
        return slow
    }
}
