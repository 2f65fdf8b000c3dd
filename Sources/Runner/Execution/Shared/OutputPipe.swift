// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A pipe in place of a worker's standard output and standard error, for the classes of files that need one.
///
/// The host makes it and appends its content to the worker's file. It keeps both ends, so the pipe never seems closed. The worker
/// opens it, and afterwards the file, through the host's descriptors, so it has no descriptor that a test could close.
final class OutputPipe {
    /// The time for which the worker waits until the host has taken everything, in milliseconds.
    private static let patience: Int32 = 2000
    /// The most bytes that the host reads at once, so that a flood of output delays no other worker.
    private static let limit = 1 << 20

    /// The host's process.
    private let host: pid_t
    /// The worker's file, as the host has it.
    private let file: Int32
    /// The same file, opened so that the kernel can move bytes to any place in it.
    private let target: FileDescriptor
    /// Both ends of the pipe.
    let ends: PipeEnds

    /// Makes a pipe, in the host, for a worker whose output goes to a file.
    init(into file: Int32) throws(SystemFault) {
        (host, self.file) = (getpid(), file)
        guard let target = FileDescriptor(owning: worker_reopen(host, file, O_RDWR)) else {
            throw SystemFault("failed to make a pipe for output")
        }
        self.target = target
        ends = try PipeEnds()
        _ = fcntl(ends.read, F_SETFL, O_NONBLOCK)
    }

    // MARK: In the host

    /// Becomes readable when there is output.
    var readable: Int32 { ends.read }

    /// Whether bytes were dropped because the file takes no more, as on a full disk.
    private(set) var hasLostOutput = false

    /// Appends what is in the pipe to the file.
    func pour() {
        var (count, isLost): (Int, Int32) = (0, 0)
        defer { if isLost != 0 { hasLostOutput = true } }
        while count < Self.limit {
            let moved = worker_pour(ends.read, target.number, &isLost)
            if moved <= 0 { return }
            count += moved
        }
    }

    // MARK: In the worker

    /// Makes the pipe the standard output and standard error of this process.
    func connect() { worker_connect_output(host, ends.write) }

    /// Waits until the host has taken everything, and puts the file back.
    func disconnect() {
        worker_flush_output()
        worker_await_pour(Self.patience)
        worker_connect_output(host, file)
    }

    /// The length of the file, once the host has taken everything.
    var end: UInt64 {
        worker_await_pour(Self.patience)
        return worker_length(host, file)
    }
}
