// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// Ensures that workers run while units wait: starts those that are missing, and ends those that do not begin what they were handed.
///
/// It runs at the end of each turn of the host. `Scheduler` decides which units a worker has.
struct WorkerSupervisor {
    /// The shortest and the longest time that a worker may make no progress without a reason to wait, in nanoseconds.
    ///
    /// Within these bounds, it is the time that a case may take.
    private static let patience: ClosedRange<UInt64> = 1_000_000_000...10_000_000_000
    /// The number of the host's turns that must also pass, so that a host that was stopped blames no worker.
    private static let patientTurns = 20
    /// The number of such times after which a worker gains nothing by reporting a new wait.
    private static let restarts: UInt64 = 6
    /// The number of workers that may die outside any suite's code before no other is started.
    private static let strayEndLimit = 8

    /// The workers.
    private let pool: WorkerPool
    /// The longest time without any progress of a worker, in nanoseconds.
    private let patience: UInt64
    /// Whether a single worker runs everything, whatever the number of jobs.
    private let isSequence: Bool
    /// Says when more workers than jobs may run.
    private var idleProcessors: IdleProcessors
    /// The number of workers that died outside of suite code since the last class ended.
    private var strayEnds = 0
    /// The number of ended classes at the last such death.
    private var closedAtStrayEnd: UInt32 = 0
    /// The reason why a worker, or a child of one, could not be started; nil if none is missing.
    private(set) var backoff: SpawnBackoff?

    /// Supervises the workers of a plan whose cases may take some time, in nanoseconds.
    init(
        _ pool: WorkerPool, limit: UInt64, isSequence: Bool = false, idleProcessors: IdleProcessors = IdleProcessors()
    ) {
        (self.pool, self.isSequence, self.idleProcessors) = (pool, isSequence, idleProcessors)
        patience = min(max(limit, Self.patience.lowerBound), Self.patience.upperBound)
    }

    /// The shared memory.
    private var table: RunTable { pool.table }

    /// Takes back the units of an ended worker, and forgets the worker.
    func takeBack(from worker: WorkerProcess, _ dispatcher: inout Dispatcher) {
        dispatcher.end(worker.index)
        pool.forget(worker)
    }

    /// Counts workers that end outside any suite's code without a case or class ending in between.
    mutating func countStrayEnd(closed: UInt32) {
        strayEnds = closed == closedAtStrayEnd ? strayEnds + 1 : 1
        closedAtStrayEnd = closed
    }

    /// Ends workers without progress, starts those that are missing, and hands units to all.
    mutating func supervise(
        _ dispatcher: inout Dispatcher, _ scanner: CompletionScanner, _ start: WorkerStart, now: UInt64
    ) {
        let isDue = backoff?.isDue(now: now) ?? true
        for worker in pool.workers { worker.forgetRefusal(in: table) }
        let isIdle = pool.workers.allSatisfy { isAtRest($0, dispatcher.scheduler) }
        let hasWorkers =
            !prepare(dispatcher.scheduler, scanner, start, now: now)
            || startMissing(&dispatcher, start, isDue: isDue, now: now)
        dispatcher.dispatch(to: pool.workers, now: now)
        let hasChildren = helpRefused(isDue: isDue, isIdle: isIdle, hasWorkers: hasWorkers, now: now)
        if hasWorkers, hasChildren { backoff = nil }
        if backoff?.isOver(isIdle: isIdle, now: now) == true { pool.interrupt(by: .noWorker) }
    }

    /// Whether a worker runs nothing, and has nothing to give back: it waits for a process, or for a run group to end.
    private func isAtRest(_ worker: WorkerProcess, _ scheduler: Scheduler) -> Bool {
        worker.forkFailure != nil || isWaiting(worker) && !scheduler.isOwner(worker.index)
    }

    /// Does everything except start workers; returns whether some may start.
    private func prepare(
        _ scheduler: Scheduler, _ scanner: CompletionScanner, _ start: WorkerStart, now: UInt64
    ) -> Bool {
        if scanner.mustStop { table.stop() }
        if start.isolation == .none { return false }
        endStuck(scheduler, now: now)
        guard !table.isStopping else { return false }
        // A worker that dies even without work would be replaced for ever.
        guard strayEnds < Self.strayEndLimit else {
            if pool.workers.isEmpty, scheduler.waitingCount > 0 { pool.interrupt(by: .lostWorkers) }
            return false
        }
        return true
    }

    /// Starts the workers that are missing; returns whether none is missing now.
    private mutating func startMissing(
        _ dispatcher: inout Dispatcher, _ start: WorkerStart, isDue: Bool, now: UInt64
    ) -> Bool {
        let prescribed = dispatcher.scheduler.prescribedWorkers
        for place in prescribed.subtracting(pool.workers.map(\.index)).sorted() {
            guard isDue, startWorker(&dispatcher, start, at: place, now: now) else { return false }
        }
        let free = dispatcher.scheduler.freeCount(now: now)
        if free == 0 { return true }
        // A worker on its way out runs nothing more, however long its exit handlers take.
        let busy = pool.workers.count {
            dispatcher.scheduler.isOwner($0.index) || $0.isLeaving(table)
        }
        let wanted = min(isSequence ? 1 : capacity(dispatcher.scheduler, now: now), busy + free)
        while pool.workers.count < wanted, let place = pool.freePlace {
            guard isDue, startWorker(&dispatcher, start, at: place, now: now) else { return false }
        }
        return true
    }

    /// The number of workers that may run now: one more than do, while processors idle, but no more during a case that measures.
    private mutating func capacity(_ scheduler: Scheduler, now: UInt64) -> Int {
        let count = pool.workers.count
        guard (pool.jobs..<pool.places).contains(count), scheduler.readyCount > 0,
            !MeasuringService.holdsBack(table), idleProcessors.hasRoom(now: now)
        else { return max(pool.jobs, count) }
        return count + 1
    }

    /// Starts a worker on the plan; returns whether the system allowed it.
    private mutating func startWorker(
        _ dispatcher: inout Dispatcher, _ start: WorkerStart, at place: Int, now: UInt64
    ) -> Bool {
        do throws(SystemFault) {
            try pool.start(start, at: place).go()
            dispatcher.begin(place, now: now)
            return true
        } catch {
            backoff = SpawnBackoff(error, after: backoff, now: now)
            return false
        }
    }

    /// Lets workers to which the system refused a process try again, in the same turns as the host; returns whether none waits for one.
    ///
    /// A worker that is refused again and again, although nothing runs and the host is allowed to start a process, gives its class
    /// up: its own bundle caused the refusal, and the run goes on for the other bundles.
    private mutating func helpRefused(isDue: Bool, isIdle: Bool, hasWorkers: Bool, now: UInt64) -> Bool {
        guard let first = pool.workers.lazy.compactMap(\.forkFailure).first else { return true }
        if table.isStopping {
            for worker in pool.workers { worker.tryAgain(isOwn: false) }
            return true
        }
        let isNew = backoff == nil
        if isNew || isDue { backoff = SpawnBackoff(first.fault, after: backoff, now: now) }
        guard !isNew, isDue else { return false }
        let isOwn = isIdle && hasWorkers && pool.mayStart
        for worker in pool.workers { worker.tryAgain(isOwn: isOwn) }
        return false
    }

    /// Ends workers that do not begin what they were handed, such as stopped ones.
    private func endStuck(_ scheduler: Scheduler, now: UInt64) {
        // All wait for a case that measures, as long as its time limit allows.
        let isMeasuring = MeasuringService.holdsBack(table)
        for worker in pool.workers {
            let isRefused = worker.forkFailure?.isAsking == true
            guard isWaiting(worker), !isMeasuring, !isRefused, scheduler.isOwner(worker.index) else {
                worker.standstill = nil
                continue
            }
            let since = table.worker(worker.index).since
            guard var standstill = worker.standstill else {
                worker.standstill = WorkerProcess.Standstill(since: since, seen: now, first: now)
                continue
            }
            standstill.allTurns += 1
            if standstill.since == since {
                standstill.turns += 1
            } else {
                (standstill.since, standstill.seen, standstill.turns) = (since, now, 0)
            }
            worker.standstill = standstill
            if worker.stoodStill == nil, isStuck(standstill, now: now) {
                worker.stoodStill = patience
                worker.kill()
            }
        }
    }

    /// Whether a worker has waited for too long, or has reported new waits too often without being seen at work.
    private func isStuck(_ wait: WorkerProcess.Standstill, now: UInt64) -> Bool {
        now - wait.seen > patience && wait.turns > Self.patientTurns
            || now - wait.first > patience * Self.restarts && wait.allTurns > Self.patientTurns * Int(Self.restarts)
    }

    /// Whether a worker waits for work, or for the host.
    private func isWaiting(_ worker: WorkerProcess) -> Bool {
        let place = table.worker(worker.index)
        return place.stage == .starting || place.stage == .idle || place.process == 0
    }
}
