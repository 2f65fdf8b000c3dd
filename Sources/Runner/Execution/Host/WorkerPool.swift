// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The workers of a run: starts them, waits for them and for the user, and ends them.
///
/// Only explicit calls end workers: `end(_:)`, `endAll()` or, after the report, `awaitLeaving()`.
///
/// Rule 41.
public final class WorkerPool {
    /// The longest wait for an event, in microseconds, unless the caller states another.
    static let tick = 50_000

    /// The shared memory.
    public let table: RunTable
    /// The number of workers that may run at once, and the number while processors idle.
    public let (jobs, places): (Int, Int)
    /// The workers that are alive, or dead and not handled.
    private(set) var workers: [WorkerProcess] = []
    /// The interruption that cuts the run short, if any.
    public private(set) var interruption: Interruption?
    /// Whether a worker ended that may have left temporary files.
    public private(set) var hasLostWorkers = false
    /// The time for which the user has stopped the run so far, in nanoseconds.
    private(set) var stopped: UInt64 = 0
    /// Becomes readable at an interrupt.
    private let interrupts: Int32
    /// The terminal whose lines ask what is running; -1 for none.
    public var keyboard: Int32 = -1
    /// The number of times that the user has asked what is running, by SIGUSR1 or an empty line.
    private(set) var questionCount = 0
    /// Names the frames of a crash.
    private let symbolizer = Symbolizer()
    /// The descriptors that the host waits for.
    private let awaited = PollList()
    /// Makes the processes.
    private let starter: any WorkerStarter
    /// The last worker that has left, for which the pool waits after the report; those before it have ended.
    private var leaving: WorkerProcess?
    /// When orphans were waited for last, in nanoseconds of the monotonic clock.
    private var lastReaping = worker_now()

    /// Prepares a pool of as many workers as may run at once, and of up to `places` while processors idle.
    public init(
        table: RunTable, interrupts: Int32, jobs: Int, places: Int = 0, starter: any WorkerStarter = WorkerFork()
    ) {
        (self.table, self.interrupts, self.starter) = (table, interrupts, starter)
        self.jobs = min(max(1, jobs), RunTable.workerCapacity)
        self.places = min(max(self.jobs, places), RunTable.workerCapacity)
    }

    // MARK: Workers

    /// Starts a worker, at a place in the table that is free.
    @discardableResult
    func start(_ start: WorkerStart, at index: Int) throws(SystemFault) -> WorkerProcess {
        let worker = try starter.start(start, table, at: index)
        worker.look(in: table)
        workers.append(worker)
        return worker
    }

    /// Whether the system lets the host start a process now.
    var mayStart: Bool { starter.mayStart }

    /// Makes the current process the worker; a forked process continues from here and reports.
    func startInPlace(_ start: WorkerStart) throws(SystemFault) {
        endAll()
        workers = [try starter.startInPlace(start, table)]
    }

    /// A worker by its place in the table.
    func worker(at index: Int?) -> WorkerProcess? { workers.first { $0.index == index } }

    /// The lowest place that no worker has; nil if as many run as may.
    var freePlace: Int? {
        let used = workers.map(\.index)
        return (0..<places).first { !used.contains($0) }
    }

    /// Describes a worker's end, with a sanitizer's finding that the worker could not report.
    func ending(of worker: WorkerProcess, _ end: worker_end) -> String {
        if table_load(&table.worker(worker.index).record.pointee.is_divided) != 0 {
            return "created a process that shares its memory (vfork) and that returned into the runner,"
        }
        guard let headline = CrashTrace.headline(of: table.trace(worker.index)) else { return end.description }
        return "\(headline); it \(end.description)"
    }

    /// The symbolized stacks of a worker's threads, of its crash or its SIGQUIT; empty if it wrote none.
    ///
    /// A second call returns none. The call also discards a sanitizer's finding.
    func lastStacks(of worker: WorkerProcess) -> [CallStack] {
        let trace = CrashTrace(copying: table.trace(worker.index))
        crash_trace_clear(table.trace(worker.index))
        return trace.map(symbolizer.stacks) ?? []
    }

    /// Returns how a worker ended, and removes it from the pool.
    ///
    /// If a worker has left and its process still runs, the pool waits for it after the report.
    func take(_ worker: WorkerProcess, hasEnded: Bool) -> worker_end {
        if hasEnded { return worker.reap() }
        leaving?.awaitEnd()
        leaving = worker
        return worker_end(exited: 1, value: 0)
    }

    /// Forgets a worker whose end was taken.
    func forget(_ worker: WorkerProcess) { workers.removeAll { $0 === worker } }

    /// Ends all workers at once, and forgets them.
    public func endAll() {
        killAll()
        workers = []
    }

    /// Ends all workers at once, but keeps them, so that their last messages can be read.
    func killAll() {
        for worker in workers { worker.kill() }
        for worker in workers { _ = worker.reap() }
    }

    /// Waits for the end of the last worker that has left.
    public func awaitLeaving() {
        leaving?.awaitEnd()
        leaving = nil
    }

    /// Notes that a worker ended abnormally.
    func noteLoss() { hasLostWorkers = true }

    /// Cuts the run short.
    func interrupt(by reason: Interruption) { interruption = reason }

    /// The longest delay with which the host may receive a signal to both after a worker, in milliseconds.
    private static let hearing: Int32 = 200

    /// Whether a worker was ended by a signal that the host also received, as when a service manager ends all processes of a unit: the run
    /// is then cut short, and nothing has crashed.
    func isCutShort(_ worker: WorkerProcess, by end: worker_end) -> Bool {
        guard end.exited == 0, !worker.isCondemned, [SIGTERM, SIGINT, SIGHUP].contains(end.value),
            worker_watches_interrupts() != 0
        else {
            return false
        }
        if interruption == nil, LongWait.wait(for: interrupts, POLLIN, within: Self.hearing, isShort: true) {
            takeInterrupt()
        }
        if case .signal = interruption { return true }
        return false
    }

    /// Reads the user's input: a line asks what is running.
    private func takeLine() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(keyboard, &bytes, bytes.count)
        if count <= 0 { keyboard = -1 } else if bytes[..<count].contains(10) { questionCount += 1 }
    }

    /// Does what a signal to the host asks for.
    private func takeInterrupt() {
        switch worker_next_interrupt(interrupts) {
        case 0: break
        case SIGTSTP: pause()
        case SIGUSR1: questionCount += 1
        case let signal: interrupt(by: .signal(signal))
        }
    }

    // MARK: Waiting

    /// Waits for a message, an end or an interrupt, but not longer than some time.
    ///
    /// - Returns: The workers that have ended, by index.
    func wait(_ microseconds: Int = tick) -> [Int] {
        awaited.removeAll()
        awaited.append(interrupts)
        for worker in workers {
            awaited.append(worker.processDescriptor)
            // A closed pipe would be ready for ever.
            awaited.append(worker.isHungUp ? -1 : worker.messages)
            awaited.append(worker.outputPipe?.readable ?? -1)
        }
        // A process in the background would be stopped for reading.
        let keyboard = keyboard >= 0 && tcgetpgrp(keyboard) == getpgrp() ? keyboard : -1
        awaited.append(keyboard)
        awaited.wait(microseconds)
        reapOrphans()
        if awaited.isReady(0) { takeInterrupt() }
        if keyboard >= 0, awaited.isReady(1 + 3 * workers.count) { takeLine() }
        var ended: [Int] = []
        for (place, worker) in workers.enumerated()
        where awaited.isReady(1 + 3 * place) || worker.isDone(in: table) {
            ended.append(worker.index)
        }
        for worker in workers { worker.outputPipe?.pour() }
        return ended
    }

    /// Waits for the orphans that have ended, once a second.
    private func reapOrphans() {
        let now = worker_now()
        guard now &- lastReaping >= 1_000_000_000 else { return }
        lastReaping = now
        worker_reap_orphans()
    }

    /// Stops, with all workers, until the user continues the run; no time limit counts that time.
    private func pause() {
        for worker in workers { signal(worker, SIGSTOP) }
        let start = worker_now()
        worker_stop()
        let length = worker_now() - start
        stopped += length
        for worker in workers {
            // The worker is stopped and cannot write it now.
            table.worker(worker.index).since &+= length
            worker.leaveOut(length)
            signal(worker, SIGCONT)
        }
    }

    /// Leaves time out of the limits of all workers, if the host did not run for some time in a turn with a wait of some microseconds.
    ///
    /// - Returns: The time of this look, by which all of the turn is judged: if the host does not run after it, the next look shows that.
    func leaveOutPause(by detector: inout HostPauseDetector, after microseconds: Int, known: UInt64) -> UInt64 {
        let now = worker_now()
        if let length = detector.turn(after: microseconds, known: known, now: now) {
            for worker in workers {
                // An activity that has begun since the last look may have been stopped as well.
                worker.look(in: table, now: now)
                worker.leaveOutPause(length, in: table, now: now)
            }
        }
        table.hasLooked(at: now)
        return now
    }

    /// Sends a signal to a worker and to its child process.
    private func signal(_ worker: WorkerProcess, _ signal: Int32) {
        worker.signal(table.worker(worker.index).process, signal)
    }
}
