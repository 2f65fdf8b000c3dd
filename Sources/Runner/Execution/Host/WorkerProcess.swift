// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// A worker as the host sees it: a child process, a pipe from it, a pipe to it, and the file that takes its output.
public final class WorkerProcess {
    /// The process.
    let pid: pid_t
    /// The index of its record in the shared table.
    let index: Int
    /// Becomes readable when the process ends; nil where the kernel has no such descriptors.
    private let pidfd: FileDescriptor?
    /// The pipes from it and to it; the host has both ends of the second one.
    private let pipes: WorkerPipes
    /// Its output.
    var output: WorkerOutput
    /// The pipe in place of its standard output, if some bundle asks for one.
    let outputPipe: OutputPipe?
    /// The shared memory to which it writes the stack of a crash.
    private let trace: UnsafeMutablePointer<crash_trace>
    /// The pipe with the orders of the host, to take back what the worker has not read: the worker may wait at the other descriptor; nil
    /// before the first time.
    private var takingBack: FileDescriptor?
    /// Decodes the messages.
    private var decoder: FrameDecoder
    /// Whether the other end of the message pipe is closed everywhere.
    private(set) var isHungUp = false
    /// The bundles whose classes it has run, by index.
    var bundles: BundleSet = []
    /// The bundles that it was to open at once; they run code at its end even if none of their classes ran.
    let opened: BundleSet
    /// The steps taken to end an activity that takes too long.
    private var terminationSteps: TerminationSteps?
    /// The state of the worker when the host last looked.
    private(set) var snapshot: WorkerSnapshot?
    /// When it last finished a bundle that it lists.
    var watchdog = ProgressWatchdog(since: worker_now())
    /// The time without any progress when the host stopped believing it, in nanoseconds.
    private(set) var stall: UInt64?
    /// Its wait without a reason, if there is one.
    var standstill: Standstill?
    /// The time without progress, in nanoseconds, for which it was ended; nil if it was not.
    var stoodStill: UInt64?
    /// Whether its record is impossible, so that the host believes no more of it and has ended it.
    private(set) var isOverwritten = false
    /// The refusal of a process by the system, if it waits for one.
    private(set) var forkFailure: ForkFailure?
    /// The end of the process, once that is known.
    private(set) var end: worker_end?

    /// Whether it is the process that the user started, from which this one was forked to report.
    private let isInPlace: Bool

    /// Takes over a process that is a worker, by a descriptor of it, with the pipes to it and the file for its output.
    init(
        _ pid: pid_t, _ pidfd: consuming FileDescriptor?, at index: Int, _ pipes: WorkerPipes,
        output: consuming FileDescriptor?, trace: UnsafeMutablePointer<crash_trace>,
        outputPipe: OutputPipe? = nil, opened: BundleSet = [], isInPlace: Bool = false
    ) {
        (self.pid, self.index, self.trace, self.opened, self.isInPlace) = (pid, index, trace, opened, isInPlace)
        (self.pipes, self.outputPipe) = (pipes, outputPipe)
        decoder = FrameDecoder(mark: pipes.mark)
        self.pidfd = pidfd
        self.output = WorkerOutput(output)
        _ = fcntl(messages, F_SETFL, O_NONBLOCK)
        _ = fcntl(pipes.control.write, F_SETFL, O_NONBLOCK)
    }

    /// Becomes readable when the process ends; -1 if the host must ask whether it has ended.
    var processDescriptor: Int32 { pidfd.number ?? -1 }

    /// Messages come from here.
    var messages: Int32 { pipes.messages.read }

    /// Looks at what it is doing, as long as the host believes its record.
    func look(in table: RunTable, now: UInt64 = worker_now()) {
        if stall != nil { return }
        let place = table.worker(index)
        if snapshot == nil { snapshot = WorkerSnapshot(at: place, now: now) }
        snapshot?.look(at: place, now: now, latest: worker_now, owns: owns)
    }

    /// When the activity of that look began, in nanoseconds of CLOCK_MONOTONIC.
    var since: UInt64 { snapshot?.since ?? 0 }

    /// The time that the activity has taken, in nanoseconds.
    func elapsed(at now: UInt64) -> UInt64 { snapshot?.elapsed(at: now) ?? 0 }

    /// Excludes time in which the user had stopped the run from all limits.
    func leaveOut(_ length: UInt64) {
        snapshot?.leaveOut(length)
        watchdog.leaveOut(length)
    }

    /// Excludes time in which the host did not run from the limits of what the worker was doing at the last look.
    ///
    /// The worker may run again by now, and judge itself by the table's start: it waits for that before (`awaitLook`).
    func leaveOutPause(_ length: UInt64, in table: RunTable, now: UInt64) {
        // A process that is being ended gets no more time.
        if stall != nil || terminationSteps?.since == since { return }
        watchdog.leaveOutPause(length, now: now)
        guard snapshot?.leaveOutPause(length, now: now) == true else { return }
        let place = table.worker(index)
        place.since = min(place.since &+ length, now)
    }

    /// Stops believing it if it has finished nothing for longer than `allowance`; what it is doing is then ended.
    ///
    /// Does nothing while the process is being ended; the backtrace has its own time limit.
    func stall(after allowance: @autoclosure () -> UInt64, now: UInt64) {
        guard stall == nil, terminationSteps?.since != since, watchdog.isOver(allowance(), now: now) else { return }
        stall = allowance()
    }

    /// Starts the worker on the plan in the table; what it was doing before no longer counts.
    func begin() {
        snapshot = nil
        go()
    }

    /// Lets the worker go on.
    func go() { say(.go) }

    /// Sends an answer to a worker that waits for it.
    private func say(_ answer: HostAnswer) { _ = send([.answer(answer)]) }

    /// Writes orders to the control pipe, all or none; returns whether there was room.
    func send(_ orders: [HostOrder]) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: orders.count) { records in
            for (place, order) in orders.enumerated() { records[place] = order.encoded(mark: pipes.mark) }
            return write(pipes.control.write, records.baseAddress, orders.count * 8) == orders.count * 8
        }
    }

    /// Reads the orders that the worker has not read, which it then never reads; none if the system does not allow that.
    func takeOrdersBack() -> [HostOrder] {
        if takingBack == nil { takingBack = FileDescriptor(owning: worker_open_peer(getpid(), pipes.control.read, 0)) }
        guard let descriptor = takingBack.number else { return [] }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.orderCapacity) { records in
            let count = Glibc.read(descriptor, records.baseAddress, Self.orderCapacity * 8) / 8
            return records[..<max(0, count)].compactMap { HostOrder($0, mark: pipes.mark) }
        }
    }

    /// The number of orders that are taken back at once: more than a worker ever has.
    private static let orderCapacity = 4 * ScheduledWorker.most

    /// Ends it, since its record is impossible: code of a bundle wrote over it.
    func endOverwritten() {
        isOverwritten = true
        kill()
    }

    /// Notes that the system refused it a process.
    func note(refusal code: Int32) { forkFailure = ForkFailure(code, after: forkFailure) }

    /// Forgets the refusal if the worker has made progress since: it has a child, or does something else.
    func forgetRefusal(in table: RunTable) {
        guard let forkFailure, !forkFailure.isAsking else { return }
        let place = table.worker(index)
        if place.stage != .idle || place.process != pid || place.unit == nil { self.forkFailure = nil }
    }

    /// Lets it try again if it waits for that; or makes it give up, after enough tries that only its own bundle can have made fail.
    func tryAgain(isOwn: Bool) {
        guard var forkFailure, forkFailure.isAsking else { return }
        say(forkFailure.answer(isOwn: isOwn))
        self.forkFailure = forkFailure
    }

    /// The number of bytes to read at once: the usual capacity of a pipe.
    private static let chunkSize = 65_536

    /// Returns all complete messages that have arrived; other bytes are skipped.
    ///
    /// Reads no more than the pipe contains at the call, which includes a worker's last words: so a worker that never stops sending
    /// delays no other. It waits while the pipe is full.
    func receive() -> [WorkerMessage] {
        // After the messages: what was printed before the last of them is then in the file.
        defer { outputPipe?.pour() }
        var (count, limit) = (0, Self.chunkSize)
        while true {
            var result = 0
            // Not filled with zeros: the pages would take longer than a message.
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
                result = Glibc.read(messages, buffer.baseAddress, buffer.count)
                count = max(0, result)
            }
            if result > 0 {
                decoder.append(chunk)
                count += result
                if count < limit { continue }
                // A bundle may have made it larger.
                limit = max(limit, Int(worker_pipe_size(messages)))
                if count >= limit { return decoder.takeMessages() }
            } else if result == 0 || errno != EINTR {
                isHungUp = result == 0
                return decoder.takeMessages(isAtEnd: result == 0)
            }
        }
    }

    /// Whether it has finished its work, even if its process lives on until the report is out.
    func isDone(in table: RunTable) -> Bool {
        isInPlace && table.worker(index).process == 0 || pidfd.number == nil && worker_has_ended(pid) != 0
    }

    /// Whether it is on its way out itself, and not a child of it.
    func isLeaving(_ table: RunTable) -> Bool {
        let place = table.worker(index)
        return place.process == pid && place.stage?.isLeaving == true
    }

    /// Whether its process is ending, with no more work and no more messages.
    ///
    /// A child of it that has done its work has the same stage.
    func hasLeft(_ table: RunTable) -> Bool {
        let place = table.worker(index)
        return isHungUp && place.stage == .gone && place.process == pid
    }

    /// Ends it, and all other processes of its process group, at once.
    ///
    /// Never the process that the user started, nor a reaped process: its number may be another's by now.
    func kill() {
        if isInPlace || end != nil { return }
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
    }

    /// Stops or continues it and its process group.
    ///
    /// `process` is a child of it that runs a class or a case in a group of its own, or the worker.
    func signal(_ process: pid_t, _ signal: Int32) {
        if isInPlace { return }
        for group in Set([pid, process]) where owns(group) { _ = Glibc.kill(-group, signal) }
    }

    /// Whether a process is the worker or a child of it.
    ///
    /// A number from the shared table may be a bundle's: 1 would be all processes of the user.
    private func owns(_ process: pid_t) -> Bool {
        process == pid || process > 1 && worker_parent(process) == pid
    }

    /// A wait of a worker although there is work.
    struct Standstill {
        /// When it began to wait, by its own account, which a bundle may have written.
        var since: UInt64
        /// When the host first saw it wait since then.
        var seen: UInt64
        /// When the host first saw it wait, without having seen it do anything else from then on.
        let first: UInt64
        /// The number of the host's turns that have seen it since then, and of all.
        var turns = 0, allTurns = 0
    }

    /// The number of kills of a child before its worker is killed, since it does not notice the child's end.
    private static let killLimit = 2

    /// The time for the end of a worker that has left, in milliseconds.
    private static let farewell: Int32 = 1000

    /// Ends, step by step, what `process` was doing when the host last looked: a backtrace where Swift's runtime writes
    /// one, a polite signal, an end by force.
    ///
    /// A crashed process receives no signal: it already writes its backtrace, and has time of its own for that.
    ///
    /// - Parameter isKnown: Whether the same was reported before, so that it ends by force at once.
    func escalate(_ process: pid_t, now: UInt64, isKnown: Bool = false) {
        // A worker that waits for the host after the end of its child runs no process.
        guard process > 0 || stall != nil else { return }
        let process = stall == nil && owns(process) ? process : pid
        guard var step = terminationSteps, step.since == since else {
            if let crash = CrashTrace.fatalSignal(of: trace, process) {
                return take(TerminationSteps(ofCrashed: process, by: crash, since: since, now: now))
            }
            let catchesQuit = !isKnown && worker_catches(process, SIGQUIT) != 0
            return take(
                isKnown
                    ? TerminationSteps(atOnceOf: process, since: since, now: now)
                    : TerminationSteps(of: process, since: since, now: now, catchesQuit: catchesQuit))
        }
        guard step.process == process, step.takeStep(now: now, backtrace) else { return }
        if step.kills > Self.killLimit { kill() }
        take(step)
    }

    /// Takes a step to end a process.
    private func take(_ step: TerminationSteps) {
        terminationSteps = step
        if step.signal == SIGKILL { _ = Glibc.kill(-step.process, SIGKILL) }
        _ = Glibc.kill(step.process, step.signal)
    }

    /// Asks for the stacks of `process`; returns whether they are written, or will be.
    ///
    /// - Parameter goesOn: Whether the process is to go on afterwards, whatever handles the signal.
    func askForStacks(of process: pid_t, goesOn: Bool = false) -> Bool {
        if isInPlace || end != nil { return false }
        if table_load(&trace.pointee.state) != TRACE_EMPTY.rawValue { return true }
        guard process > 0, owns(process), worker_catches(process, SIGQUIT) != 0 else { return false }
        return (goesOn ? sigqueue(process, SIGQUIT, sigval()) : Glibc.kill(process, SIGQUIT)) == 0
    }

    /// Whether its stacks are written; that of Swift's runtime may follow.
    var hasStacks: Bool { table_load(&trace.pointee.state) == TRACE_DONE.rawValue }

    /// The progress of its backtrace.
    private var backtrace: TerminationSteps.Backtrace {
        if hasBacktrace { return .done }
        switch table_load(&trace.pointee.state) {
        case TRACE_EMPTY.rawValue: return .none
        case TRACE_DONE.rawValue where trace.pointee.is_told_on == 0: return .done
        default: return .begun
        }
    }

    /// Whether Swift's runtime has written a backtrace to its end.
    ///
    /// The process goes on after that.
    private var hasBacktrace: Bool {
        let end = output.end
        return output.text(from: end - min(end, 64), to: end)?.contains("Backtrace took ") ?? false
    }

    /// Whether what it was at when the host last looked was asked to end.
    var isCondemned: Bool { terminationSteps?.since == since && terminationSteps?.crash == nil }

    /// Returns how that process ended: by its crash, even if the backtrace was cut off.
    func trueEnd(_ end: worker_end) -> worker_end {
        guard let terminationSteps, terminationSteps.since == since, let crash = terminationSteps.crash, !end.isCrash
        else { return end }
        return worker_end(exited: 0, value: crash)
    }

    /// Waits for its end, once it is known to be near.
    func reap() -> worker_end {
        if let end { return end }
        if isInPlace { return endInPlace }
        var result = worker_end()
        if worker_reap(pid, 1, &result) != 0 { result = worker_end(exited: 0, value: SIGKILL) }
        end = result
        return result
    }

    /// The end of the process that the user started, as far as its child knows: only the trace of a crash names the signal.
    private var endInPlace: worker_end {
        if let signal = CrashTrace.fatalSignal(of: trace, pid) { return worker_end(exited: 0, value: signal) }
        return worker_end(exited: Glibc.kill(pid, 0) == 0 ? 1 : 0, value: 0)
    }

    /// Gives a worker that has left a moment to end by itself, then ends it.
    ///
    /// It may still write the output of an exit handler.
    func awaitEnd() {
        if end != nil { return }
        if !LongWait.awaitEnd(of: pid, pidfd.number, within: Self.farewell) { kill() }
        _ = reap()
    }
}
