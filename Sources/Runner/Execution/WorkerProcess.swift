import Glibc
import WorkerShims

/// A worker as the host sees it: a child process, a pipe from it, a pipe to it, and the file that takes its output.
final class WorkerProcess {
    /// Descriptors that a worker keeps are moved up here, out of the way of tests that count on low numbers.
    private static let lowestDescriptor: Int32 = 200

    /// The process.
    let pid: pid_t
    /// Which record of the shared table is its own.
    let index: Int
    /// Becomes readable when the process ends.
    let processDescriptor: Int32
    /// Messages come from here.
    let messages: Int32
    /// What it prints goes here.
    let capture: Int32
    /// The pipe that says go; closed when that is said.
    private var control: Int32
    /// Makes messages of what has come in.
    private var decoder = FrameDecoder()
    /// How it ended, once that is known.
    private(set) var end: worker_end?

    /// Forks a worker.
    ///
    /// The child never returns from here.
    init(orders: Worker.Orders, table: RunTable, index: Int) throws(SystemFault) {
        self.index = index
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        capture = worker_capture_file(directory)
        guard capture >= 0 else { throw SystemFault("failed to make a file for output in \(directory)") }
        let (messageEnds, controlEnds) = (try Self.pipeEnds(), try Self.pipeEnds())
        table.workers[index] = worker_record()
        table.workers[index].slot = TABLE_NONE
        table.workers[index].unit = TABLE_NONE
        table.workers[index].since = worker_now()
        let host = getpid()
        pid = worker_fork()
        if pid == 0 {
            close(messageEnds.read)
            close(controlEnds.write)
            Self.becomeWorker(orders, table, index, host, capture, messageEnds.write, controlEnds.read)
        }
        guard pid > 0 else { throw SystemFault("failed to start a worker") }
        close(messageEnds.write)
        close(controlEnds.read)
        messages = messageEnds.read
        control = controlEnds.write
        processDescriptor = worker_pidfd(pid)
        guard processDescriptor >= 0 else { throw SystemFault("failed to watch a worker") }
        _ = fcntl(messages, F_SETFL, O_NONBLOCK)
    }

    /// The child's part of `init`.
    private static func becomeWorker(
        _ orders: Worker.Orders, _ table: RunTable, _ index: Int, _ host: pid_t, _ capture: Int32, _ pipe: Int32,
        _ control: Int32
    ) -> Never {
        let pipe = worker_move_descriptor(pipe, lowestDescriptor)
        let control = worker_move_descriptor(control, lowestDescriptor)
        guard pipe >= 0, control >= 0, worker_settle(host, capture) == 0 else { _exit(127) }
        close(capture)
        var worker = Worker(orders: orders, table: table, index: index, pipe: pipe, control: control)
        worker.run()
    }

    /// Both ends of a new pipe, closed on exec.
    private static func pipeEnds() throws(SystemFault) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe") }
        return (ends[0], ends[1])
    }

    /// Says go: the plan stands in the table.
    func go() {
        var byte: UInt8 = 1
        _ = write(control, &byte, 1)
    }

    /// All whole messages that have come in; what is no message is passed over.
    func receive() -> [WorkerMessage] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(messages, &chunk, chunk.count)
            if count > 0 {
                decoder.append(chunk[..<count])
            } else if count == 0 || errno != EINTR {
                return decoder.takeMessages(isAtEnd: count == 0)
            }
        }
    }

    /// A stretch of what it printed; the middle is left out where that is long.
    func output(from start: UInt64, to end: UInt64?, limit: Int = 65_536) -> String? {
        var information = stat()
        guard fstat(capture, &information) == 0 else { return nil }
        let last = min(end ?? UInt64.max, UInt64(max(0, information.st_size)))
        guard last > start else { return nil }
        let count = Int(last - start)
        if count <= limit { return read(from: start, count: count) }
        let half = limit / 2
        return read(from: start, count: half) + "\n[\(count - 2 * half) bytes left out]\n"
            + read(from: last - UInt64(half), count: half)
    }

    /// Some bytes of what it printed, invalid UTF-8 repaired.
    private func read(from start: UInt64, count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(capture, &bytes, count, off_t(start))
        return String(decoding: bytes.prefix(max(0, got)), as: UTF8.self)
    }

    /// Ends it, and what it left behind in its process group, at once.
    func kill() {
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
    }

    /// Waits for its end, once it is known to be near.
    func reap() -> worker_end {
        if let end { return end }
        var result = worker_end()
        if worker_wait(pid, &result) != 0 { result = worker_end(exited: 0, value: SIGKILL) }
        _ = Glibc.kill(-pid, SIGKILL)
        end = result
        return result
    }

    deinit {
        if end == nil {
            kill()
            _ = reap()
        }
        for descriptor in [processDescriptor, messages, control, capture] where descriptor >= 0 { close(descriptor) }
    }
}
