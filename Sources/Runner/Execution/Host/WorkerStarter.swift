// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// Makes the processes of workers: forks, or their substitute in a test.
public protocol WorkerStarter {
    /// Starts a worker at a place in the table.
    func start(_ start: WorkerStart, _ table: RunTable, at index: Int) throws(SystemFault) -> WorkerProcess
    /// Makes the current process the first worker; a forked process continues from here and reports.
    func startInPlace(_ start: WorkerStart, _ table: RunTable) throws(SystemFault) -> WorkerProcess
    /// Whether a process can be started now.
    var mayStart: Bool { get }
}

/// Forks workers from the host.
public struct WorkerFork: WorkerStarter {
    /// Makes one.
    public init() {}

    /// Forks a worker.
    ///
    /// The child never returns from here.
    public func start(_ start: WorkerStart, _ table: RunTable, at index: Int) throws(SystemFault) -> WorkerProcess {
        let directory = FilePath.temporary
        let capture = start.facts.isLive ? nil : FileDescriptor(owning: worker_capture_file(directory))
        let file = capture.number ?? -1
        guard file >= 0 || start.facts.isLive else {
            throw SystemFault("failed to make a file for output in \(directory)")
        }
        // A start that fails is tried again.
        let pipes = try WorkerPipes()
        // Here and not in the child: a lack of descriptors is a start that fails, and not a worker that ends.
        guard let input = FileDescriptor(owning: worker_empty_input()) else {
            throw SystemFault("failed to open /dev/null for a worker")
        }
        let outputPipe = start.facts.needsOutputPipe ? try OutputPipe(into: file) : nil
        try table.openPages(ofWorker: index)
        next_functions_find()
        let pid = try Self.fork(start, table, index, pipes, outputPipe, input: input.number, output: file)
        table.hidePages(ofWorker: index)
        // The child has its own by now.
        input.close()
        let pidfd = FileDescriptor(owning: worker_pidfd(pid))
        // A kernel or a sandbox that has no such descriptors is asked by waitid(2).
        if pidfd.number == nil, SystemFault.isShortage(errno) {
            let fault = Self.unwatched
            kill(pid, SIGKILL)
            var end = worker_end()
            _ = worker_wait(pid, &end)
            throw fault
        }
        pipes.closeWorkersEnd()
        return WorkerProcess(
            pid, pidfd, at: index, pipes, output: capture, trace: table.trace(index), outputPipe: outputPipe,
            opened: BundleSet(start.eager))
    }

    /// Forks; the child has no owner of a descriptor, which might close it there where others have closed it before.
    private static func fork(
        _ start: WorkerStart, _ table: RunTable, _ index: Int, _ pipes: WorkerPipes, _ outputPipe: OutputPipe?,
        input: Int32, output: Int32
    ) throws(SystemFault) -> pid_t {
        let host = getpid()
        let pid = worker_fork()
        if pid == 0 {
            guard worker_settle(host, input, output) == 0 else { _exit(127) }
            becomeWorker(start, table, index, pipes, outputPipe, host: host, reporter: nil)
        }
        guard pid > 0 else { throw SystemFault("failed to start a worker (fork)") }
        return pid
    }

    /// Makes the current process the worker, and forks one to report; the call returns only in the fork.
    ///
    /// The output of the worker goes where it went before.
    public func startInPlace(_ start: WorkerStart, _ table: RunTable) throws(SystemFault) -> WorkerProcess {
        let pipes = try WorkerPipes()
        try table.openPages(ofWorker: 0)
        let pid = getpid()
        // Before the fork: without a process, the worker is done for the reporter, which may go on first.
        table.worker(0).process = pid
        let reporter = worker_fork()
        if reporter > 0 {
            worker_unblock_signals()
            Self.becomeWorker(start, table, 0, pipes, nil, host: reporter, reporter: reporter)
        }
        guard reporter == 0 else { throw SystemFault("failed to start a process to report") }
        // From now on this process receives the signals, by the same descriptor.
        _ = worker_interrupts()
        pipes.closeWorkersEnd()
        let pidfd = FileDescriptor(owning: worker_pidfd(pid))
        if pidfd.number == nil, SystemFault.isShortage(errno) { throw Self.unwatched }
        return WorkerProcess(pid, pidfd, at: 0, pipes, output: nil, trace: table.trace(0), isInPlace: true)
    }

    /// The system gives no further descriptor, of a process.
    private static var unwatched: SystemFault { SystemFault("failed to watch a worker (pidfd_open)") }

    /// Whether a process can be started now; tries it with one that does nothing.
    public var mayStart: Bool {
        let pid = worker_fork()
        if pid == 0 { _exit(0) }
        guard pid > 0 else { return false }
        var end = worker_end()
        return worker_wait(pid, &end) == 0
    }

    /// Turns the current process into a worker.
    private static func becomeWorker(
        _ start: WorkerStart, _ table: RunTable, _ index: Int, _ pipes: WorkerPipes,
        _ outputPipe: OutputPipe?, host: pid_t, reporter: pid_t?
    ) -> Never {
        let (messages, control) = (pipes.messages, pipes.control)
        guard table.protectPlan() else { _exit(127) }
        worker_close_noted(messages.write, control.read)
        worker_watch_forks()
        let pipe = WorkerPipe(messages.write, host: host, peer: messages.read, isWriting: true, mark: pipes.mark)
        let go = WorkerPipe(control.read, host: host, peer: control.write, isWriting: false, mark: pipes.mark)
        table.worker(index).process = getpid()
        WorkerVariables.set(start, at: index)
        crash_trace_begin(table.trace(index), host)
        coverage_begin(start.facts.profiles, start.isTrial ? 0 : 1)
        process_note_threads(table.worker(index).record)
        // Before the worker's first hash table, whose seed this sets.
        var chance = RandomSeeder(start)
        let start = chance.seedOwnLibrary() ? start.rehashed() : start
        let worker = Worker(start, chance, table: table.written(by: index), index: index, pipe: pipe, control: go)
        worker.outputPipe = outputPipe
        worker.run(reporter: reporter)
    }
}
