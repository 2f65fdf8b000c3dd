import Glibc
import WorkerShims

/// The host's part in the hand-over of units: at the end of each turn, every open unit has an owner that is alive, or is
/// there to be taken by somebody who is.
extension Dispatcher {
    /// The least and the most that a worker may stand still that has no reason to wait, in nanoseconds; between them, as long
    /// as a case may take.
    static let patience: ClosedRange<UInt64> = 1_000_000_000...10_000_000_000

    /// How many turns of the host it must have stood still for, too: while the host itself stands still, nobody is blamed.
    private static let patientTurns = 20

    /// Takes back what a worker owned that has ended, and forgets the worker.
    mutating func takeBack(from worker: WorkerProcess, _ reader: inout TableReader) {
        for unit in reader.units(of: worker.index) { reader.release(unit, of: worker.index) }
        workers.removeAll { $0 === worker }
        table.ring()
    }

    /// Brings up to date what a worker may have left undone when it died, ends workers that stand still, and starts others
    /// where there is something to do for them.
    mutating func handOn(_ reader: inout TableReader, now: UInt64) throws(SystemFault) {
        table.helpOn()
        reader.offerUnowned()
        if reader.mustStop { table.stop() }
        if !reader.isOwned(by: workers.lazy.map(\.index)) { reader.noteBroken() }
        if orders.isolation == .none || reader.isBroken { return }
        rouse(reader, now: now)
        guard !table.isStopping else { return }
        // A worker that cannot even stand idle would be replaced for ever.
        guard strayEnds < Self.strayEndLimit else {
            if workers.isEmpty, reader.unownedCount > 0 { interruption = .lostWorkers }
            return
        }
        let owners = workers.count { reader.isOwner($0.index) }
        while workers.count < min(jobs, owners + reader.unownedCount) {
            let used = Set(workers.map(\.index))
            guard let free = (0..<jobs).first(where: { !used.contains($0) }) else { return }
            try startWorker(at: free).go()
        }
    }

    /// Wakes workers that wait without a reason, and ends those that do not wake.
    private mutating func rouse(_ reader: TableReader, now: UInt64) {
        let patience = min(max(limits.run, Self.patience.lowerBound), Self.patience.upperBound)
        var isRinging = false
        for worker in workers {
            guard isWaiting(worker), !reader.mayWait || reader.isOwner(worker.index) else {
                worker.standstill = nil
                continue
            }
            let since = table_load64(&table.workers[worker.index].since)
            guard var standstill = worker.standstill, standstill.since == since else {
                worker.standstill = WorkerProcess.Standstill(since: since, seen: now)
                continue
            }
            standstill.turns += 1
            worker.standstill = standstill
            isRinging = true
            if now - standstill.seen > patience, standstill.turns > Self.patientTurns, worker.stoodStill == nil {
                worker.stoodStill = patience
                worker.kill()
            }
        }
        if isRinging { table.ring() }
    }

    /// Whether a worker waits for something to do, or for the host's word.
    private func isWaiting(_ worker: WorkerProcess) -> Bool {
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        return stage == WORKER_STARTING.rawValue || stage == WORKER_IDLE.rawValue
            || table_load(&record.pointee.process) == 0
    }
}
