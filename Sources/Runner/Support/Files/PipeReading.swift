// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Reads what a process writes that may take too long.
public enum PipeReading {
    /// Has a fork of this process write to a pipe, which may end the fork; returns the bytes that come within some milliseconds, and
    /// whether these were all.
    ///
    /// The fork has ended then, with what it has started.
    ///
    /// - Parameter size: The number of bytes that are enough.
    public static func ofFork(
        within limit: Int32, upTo size: Int = .max, _ write: (_ descriptor: Int32) -> Void
    ) -> (bytes: [UInt8], isWhole: Bool) {
        guard let ends = try? PipeEnds() else { return ([], true) }
        let host = getpid()
        let child = worker_fork()
        if child == 0 {
            worker_settle_child(host)
            ends.reading = nil
            write(ends.write)
            _exit(0)
        }
        ends.writing = nil
        guard child > 0 else { return ([], true) }
        defer {
            var end = worker_end()
            kill(-child, SIGKILL)
            kill(child, SIGKILL)
            _ = worker_wait(child, &end)
        }
        return all(of: ends.read, within: limit, upTo: size)
    }

    /// Returns all that comes out of a pipe within some milliseconds, and whether that was everything.
    public static func all(
        of descriptor: Int32, within limit: Int32, upTo size: Int = .max
    ) -> (bytes: [UInt8], isWhole: Bool) {
        var bytes: [UInt8] = []
        let end = worker_now() + UInt64(limit) * 1_000_000
        while bytes.count < size, case let now = worker_now(), now < end {
            guard LongWait.wait(for: descriptor, POLLIN, within: Int32((end - now) / 1_000_000) + 1) else { continue }
            var (count, code): (Int, Int32) = (0, 0)
            bytes += [UInt8](unsafeUninitializedCapacity: 65_536) { chunk, filled in
                count = read(descriptor, chunk.baseAddress, chunk.count)
                code = errno
                filled = max(0, count)
            }
            if count <= 0, code != EINTR || count == 0 { return (bytes, true) }
        }
        return (bytes, false)
    }
}
