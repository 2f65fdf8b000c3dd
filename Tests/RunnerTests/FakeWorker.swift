// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

@testable import RunnerSupport
@testable import RunnerExecution

/// A worker as the host sees one: a process, pipes and a place in the table.
///
/// The test says what it does. The process is a shell that waits for the status to end with, so no part of the tests is forked. What a worker does to the
/// table, the test does in its place.
final class FakeWorker {
    /// The process.
    let pid: pid_t
    /// Its place in the table.
    let index: Int
    /// The start that it received.
    let start: WorkerStart
    /// The shared memory.
    private let table: RunTable
    /// The pipes between it and the host.
    private let pipes: WorkerPipes
    /// The host's orders: a descriptor of its own, since the host closes its own.
    private let orders: Int32
    /// The orders that it has read and not used.
    private var held: [HostOrder] = []
    /// The shell's standard input.
    private let commands: Int32
    /// The process, by which it is known whatever has its number by now.
    private let handle: Int32

    /// Starts the process.
    init(_ start: WorkerStart, _ table: RunTable, at index: Int) throws(SystemFault) {
        try table.openPages(ofWorker: index)
        (self.start, self.table, self.index) = (start, table.written(by: index), index)
        pipes = try WorkerPipes()
        orders = dup(pipes.control.read)
        var input: [Int32] = [-1, -1]
        guard worker_pipe(&input) == 0 else { throw SystemFault("failed to make a pipe") }
        commands = input[1]
        pid = try Self.spawn(input[0])
        handle = worker_pidfd(pid)
        close(input[0])
        table.worker(index).process = pid
    }

    deinit {
        hangUp()
        endProcess()
        for descriptor in [commands, orders, handle] { close(descriptor) }
    }

    /// Ends the process and waits for it, if the host has not done so.
    ///
    /// A child that nobody waits for has Swift Testing's watch over exit tests look at it for ever, and at no other.
    private func endProcess() {
        var info = siginfo_t()
        guard waitid(P_PIDFD, id_t(handle), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
        kill(pid, SIGKILL)
        while waitid(P_PIDFD, id_t(handle), &info, WEXITED) == -1, errno == EINTR {}
    }

    /// Starts a shell, in a process group of its own, that ends with the status that it reads.
    private static func spawn(_ input: Int32) throws(SystemFault) -> pid_t {
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // The threads of a test block nearly all signals, and the shell would inherit that: none could end it.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        var pid: pid_t = 0
        let command: [String] = ["sh", "-c", "read status; exit $status"]
        let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        guard posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, nil) == 0 else {
            throw SystemFault("failed to start a shell")
        }
        return pid
    }

    /// The process as the host has it.
    func process() throws(SystemFault) -> WorkerProcess {
        guard let handle = FileDescriptor(owning: dup(handle)) else { throw SystemFault("failed to watch a worker") }
        return WorkerProcess(
            pid, handle, at: index, pipes, output: nil, trace: table.trace(index), opened: BundleSet(start.eager))
    }

    // MARK: Its life

    /// Sends a message.
    func send(_ message: WorkerMessage) {
        let bytes = message.encoded(mark: pipes.mark)
        precondition(write(pipes.messages.write, bytes, bytes.count) == bytes.count, "the pipe is full")
    }

    /// Closes the pipe for messages.
    func hangUp() { pipes.messages.writing = nil }

    /// How often the host has said go since the last call.
    func takeGoes() -> Int { takeAnswers().count { $0 == .go } }

    /// What the host has said since the last call; units before the last answer are forgotten, as by a worker that waits for it.
    func takeAnswers() -> [HostAnswer] {
        readOrders(upTo: .max)
        if let last = held.lastIndex(where: { if case .answer = $0 { true } else { false } }) {
            held.removeAll(in: last) { if case .run(_, _, let isKept) = $0 { !isKept } else { $0 == .leave } }
        }
        let answers = held.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
        held.removeAll { if case .answer = $0 { true } else { false } }
        return answers
    }

    /// Reads some of the orders that stand in the pipe.
    private func readOrders(upTo count: Int) {
        var (record, left): (UInt64, Int) = (0, count)
        while left > 0, worker_is_readable(orders), read(orders, &record, 8) == 8 {
            if let order = HostOrder(record, mark: pipes.mark) { held.append(order) }
            left -= 1
        }
    }

    /// The next unit among the orders that stand in the pipe; nil if there is none.
    private func nextUnit() -> UInt32? {
        while true {
            for (place, order) in held.enumerated() {
                guard case .run(let unit, _, _) = order else { continue }
                held.remove(at: place)
                return unit
            }
            let known = held.count
            readOrders(upTo: 1)
            if held.count == known { return nil }
        }
    }

    /// Ends as a worker does that has done its work.
    func leave() {
        enter(.gone)
        exit(0)
    }

    /// Ends with a status.
    func exit(_ status: Int) {
        let text = "\(status)\n"
        _ = text.withCString { write(commands, $0, strlen($0)) }
        awaitEnd()
    }

    /// Waits until the host has ended it.
    func awaitKill() { awaitEnd() }

    /// Ends by a signal.
    func die(_ signal: Int32) {
        kill(pid, signal)
        awaitEnd()
    }

    /// Waits until the kernel has the process's end, and leaves it to the host to take that.
    private func awaitEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        hangUp()
    }

    // MARK: What it writes to the table

    /// Notes what it is about to do.
    func enter(_ stage: WorkerStage) {
        table.worker(index).since = worker_now()
        table.worker(index).stage = stage
    }

    /// Takes the next class that the host has handed over, and begins it; nil if there is none, or nothing more may be started.
    func takeUnit() -> UInt32? {
        guard !table.isStopping, let unit = nextUnit() else { return nil }
        table.unit(unit).mark()
        table.worker(index).slot = nil
        table.worker(index).unit = unit
        enter(.beginClass)
        return unit
    }

    /// Says that the class's set-up has held.
    func setUp(_ unit: UInt32) { table.unit(unit).beginState = .passed }
    /// Takes the next class, whose set-up holds.
    func beginUnit() { if let unit = takeUnit() { setUp(unit) } }

    /// Begins a case.
    func begin(_ slot: UInt32) {
        table.slots[Int(slot)].start_time = worker_now()
        table.slot(slot).state = .running
        table.worker(index).slot = slot
        enter(.runCase)
    }

    /// Notes a place in a test's source.
    func note(_ file: String, _ line: UInt32) {
        let record = table.worker(index).record
        withUnsafeMutableBytes(of: &record.pointee.file) { $0.copyBytes(from: Array(file.utf8) + [0]) }
        table.worker(index).line = line
    }

    /// Runs a case to its end.
    func run(_ slot: UInt32, _ state: SlotState = .passed) {
        begin(slot)
        table.slot(slot).end(state, output: (0, 0))
        if state.isFailure { table.countFailure(of: .run(slot: slot)) }
    }

    /// Ends a class.
    func finish(_ unit: UInt32) {
        table.worker(index).slot = nil
        enter(.endClass)
        table.unit(unit).endState = .passed
        enter(.idle)
        table.close(unit)
        table.worker(index).unit = nil
    }

    /// Runs a class with all its cases that wait.
    func runWhole(_ unit: UInt32) {
        setUp(unit)
        for slot in table.unit(unit).slots where table.slot(slot).isWaiting { run(slot) }
        finish(unit)
    }

    /// Runs all that was handed over, and leaves.
    func runAll() {
        while let unit = takeUnit() { runWhole(unit) }
        leave()
    }
}

extension [HostOrder] {
    /// Removes elements that satisfy a predicate from among those before a place.
    fileprivate mutating func removeAll(in end: Int, where isUnwanted: (HostOrder) -> Bool) {
        self = self[..<end].filter { !isUnwanted($0) } + self[end...]
    }
}

extension WorkerPipes {
    /// Reads what stands in the pipe for messages.
    func takeMessages() -> [WorkerMessage] {
        var decoder = FrameDecoder(mark: mark)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(messages.read, &bytes, bytes.count)
        decoder.append(bytes.prefix(max(0, count)))
        return decoder.takeMessages()
    }
}

/// Whether a descriptor can be read without waiting.
private func worker_is_readable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLIN) != 0
}

/// Makes fake workers, and keeps them.
final class FakeStarter: WorkerStarter {
    /// All that were started, in order.
    private(set) var workers: [FakeWorker] = []
    /// How many of the next starts the system refuses.
    var refusals = 0
    /// Whether the system would let another process start.
    var mayStart = true
    /// What each does as soon as it runs.
    var atStart: (FakeWorker) -> Void = { _ in }

    func start(_ start: WorkerStart, _ table: RunTable, at index: Int) throws(SystemFault) -> WorkerProcess {
        if refusals > 0 {
            refusals -= 1
            throw SystemFault("failed to start a worker", because: "it is full")
        }
        let worker = try FakeWorker(start, table, at: index)
        workers.append(worker)
        let process = try worker.process()
        atStart(worker)
        return process
    }

    func startInPlace(_ start: WorkerStart, _ table: RunTable) throws(SystemFault) -> WorkerProcess {
        try self.start(start, table, at: 0)
    }
}
