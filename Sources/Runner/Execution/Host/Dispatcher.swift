// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// Carries out what the scheduler decides: writes units to workers' control pipes, takes them back, and notes their owners.
struct Dispatcher {
    /// The state machine that decides.
    var scheduler: Scheduler
    /// The shared memory, in which the owner of each unit is noted for the worker's messages.
    private let table: RunTable
    /// Whether units stay with the workers that they were handed to.
    private let isKept: Bool
    /// Whether one process walks all units itself, and reads no orders.
    private let isWalked: Bool

    /// The units that started before their place in the plan and are not reported yet.
    private var urgent: [UInt32] = []
    /// All units that started early, each once, however often it is handed over.
    private var earlyUnits: Set<UInt32> = []

    /// Starts with all units waiting; the table has the plan already.
    init(_ work: PlannedWork, _ table: RunTable) {
        (scheduler, self.table, isKept, isWalked) = (Scheduler(work), table, work.isKept, work.isWalked)
    }

    /// A worker begins.
    mutating func begin(_ worker: Int, now: UInt64) { scheduler.begin(worker, now: now) }

    /// Returns the units that were handed over since the last call although others come before them.
    mutating func takeUrgent() -> [UInt32] {
        defer { urgent = [] }
        return urgent
    }

    /// A worker has ended: its units wait again.
    mutating func end(_ worker: Int) { for unit in scheduler.end(worker) { disown(unit) } }

    /// Hands units to all workers that need some.
    mutating func dispatch(to all: [WorkerProcess], now: UInt64) {
        scheduler.isStopping = table.isStopping
        var isAgain = false
        let workers = all.filter(isReady)
        for worker in workers {
            var handout = scheduler.next(for: worker.index, now: now)
            if handout.takesBack {
                for other in all where other !== worker && scheduler.hasUnread(other.index) {
                    takeBack(from: other)
                }
                handout = scheduler.next(for: worker.index, now: now, isLast: true)
                isAgain = true
            }
            if !handout.isEmpty { hand(handout, to: worker) }
        }
        guard isAgain else { return }
        // A worker may have nothing now.
        for worker in workers {
            let handout = scheduler.next(for: worker.index, now: now, isLast: true)
            if !handout.isEmpty { hand(handout, to: worker) }
        }
    }

    /// Whether a worker may begin another unit: it is not on its way out, has not ended, and does not wait for a process.
    private func isReady(_ worker: WorkerProcess) -> Bool {
        worker.forkFailure == nil && worker.end == nil && !worker.isLeaving(table)
    }

    /// Hands units to a worker; takes them back at once if the pipe is full, because a bundle filled it.
    private mutating func hand(_ handout: Scheduler.Handout, to worker: WorkerProcess) {
        var orders: [HostOrder] = []
        orders.reserveCapacity(handout.units.count + 1)
        for unit in handout.units { table_store(&table.planUnits[Int(unit)].worker, UInt32(worker.index)) }
        if isWalked { return }
        for (place, unit) in handout.units.enumerated() {
            orders.append(.run(unit, asksForMore: place == handout.mark, isKept: isKept))
        }
        if handout.leaves { orders.append(.leave) }
        if worker.send(orders) {
            if handout.isUrgent { urgent += handout.units.filter { earlyUnits.insert($0).inserted } }
            return
        }
        for unit in scheduler.takeBack(handout.units, from: worker.index, isLeaving: handout.leaves) { disown(unit) }
    }

    /// Takes back what a worker has not read.
    private mutating func takeBack(from worker: WorkerProcess) {
        var (units, others, isLeaving): ([UInt32], [HostOrder], Bool) = ([], [], false)
        for order in worker.takeOrdersBack() {
            switch order {
            case .run(let unit, _, _): units.append(unit)
            case .leave: isLeaving = true
            case .answer: others.append(order)
            }
        }
        if !others.isEmpty { _ = worker.send(others) }
        for unit in scheduler.takeBack(units, from: worker.index, isLeaving: isLeaving) { disown(unit) }
    }

    /// A worker waits for an answer: it has forgotten the units that it had read and not begun, and forgets those in its pipe.
    ///
    /// Others may run them, however long it waits.
    mutating func forgetAhead(of worker: WorkerProcess) {
        if isKept { return }
        guard let unit = table.worker(worker.index).unit else { return }
        for unit in scheduler.forget(behind: unit, of: worker.index) { disown(unit) }
    }

    /// Notes that no worker owns a unit.
    private func disown(_ unit: UInt32) { table_store(&table.planUnits[Int(unit)].worker, TABLE_NONE) }
}
