import BundleABI
import Glibc
import WorkerShims

/// How long things may take, and what becomes of what takes longer.
extension Dispatcher {
    /// Makes an end of what takes too long, and of everything when the run does.
    mutating func hurry(now: UInt64) {
        if orders.isolation == .none { return }
        for worker in workers {
            worker_release(worker.pid)
            worker.thinOutput { table_load64(&table.workers[worker.index].output_from) }
        }
        for worker in workers where isOverdue(worker) {
            let record = table.workers + worker.index
            let process = pid_t(bitPattern: record.pointee.process)
            worker.escalate(process, since: table_load64(&record.pointee.since), now: now)
        }
        if let deadline = limits.deadline, now > deadline { interruption = .runTimeout }
    }

    /// Whether the worker has been in a bundle's code for longer than the limit.
    private func isOverdue(_ worker: WorkerProcess) -> Bool {
        switch table_load(&table.workers[worker.index].stage) {
        case WORKER_STARTING.rawValue, WORKER_IDLE.rawValue: false
        case WORKER_LOADING.rawValue, WORKER_REGISTERING.rawValue: elapsed(worker) > limits.load
        default: elapsed(worker) > limit(of: table.workers + worker.index)
        }
    }

    /// How long what a worker is at may take, in nanoseconds: as its case or class says, else as the bundle's settings
    /// do, else as the run's.
    func limit(of record: UnsafeMutablePointer<worker_record>) -> UInt64 {
        let isCase = table_load(&record.pointee.stage) == WORKER_RUN_CASE.rawValue
        let slot = isCase ? table_load(&record.pointee.slot) : nil
        let unit = table_load(&record.pointee.unit)
        return stated.limit(ofUnit: unit, slot: slot) ?? bundleLimit(ofUnit: unit) ?? limits.run
    }

    /// What the settings say of a unit's bundle, or what is meant for its kind.
    private func bundleLimit(ofUnit unit: UInt32) -> UInt64? {
        guard unit < unitCount, !orders.bundles.isEmpty || !orders.adapters.isEmpty else { return nil }
        let bundle = Int(table.units[Int(unit)].bundle)
        return orders.bundles[bundle]?.timeout ?? (orders.adapters[bundle] == nil ? nil : limits.adapted)
    }
}
