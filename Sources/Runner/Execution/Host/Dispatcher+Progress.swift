import WorkerShims

extension Dispatcher {
    /// What is running: the longest first, and what there is a word to be said about.
    mutating func progress(_ plan: Plan) -> Progress {
        var progress = Progress()
        for worker in workers {
            let record = table.workers + worker.index
            let slot = Int(table_load(&record.pointee.slot))
            if plan.slots.indices.contains(slot) {
                progress.cases.append((plan.slots[slot], table_load64(&record.pointee.since)))
            }
            if let slow = announcement(of: worker, plan) { progress.slow.append(slow) }
        }
        progress.cases.sort { $0.started < $1.started }
        return progress
    }

    /// What there is to say of a worker that has been in one place for long: each time, twice as long as before.
    private mutating func announcement(of worker: WorkerProcess, _ plan: Plan) -> Progress.Slow? {
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        let since = table_load64(&record.pointee.since)
        let unit = Int(table_load(&record.pointee.unit))
        let limit = limit(of: record)
        let elapsed = elapsed(worker)
        guard plan.units.indices.contains(unit) else { return nil }
        var known = announced[worker.index] ?? Announcement(since: since)
        if known.since != since { known = Announcement(since: since) }
        guard let told = known.takeDue(elapsed: elapsed, limit: limit) else { return nil }
        announced[worker.index] = known
        var slow = Progress.Slow(classIndex: plan.units[unit].classIndex, elapsed: told)
        switch stage {
        case WORKER_BEGIN_CLASS.rawValue: slow.phase = .setUp
        case WORKER_END_CLASS.rawValue: slow.phase = .tearDown
        case WORKER_RUN_CASE.rawValue:
            let slot = Int(table_load(&record.pointee.slot))
            guard plan.slots.indices.contains(slot) else { return nil }
            slow.phase = .body(plan.slots[slot])
        default: return nil
        }
        return slow
    }
}
