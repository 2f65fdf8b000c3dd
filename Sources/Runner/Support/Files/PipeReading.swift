// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Reads what a process writes that may take too long.
public enum PipeReading {
    /// Returns all that comes out of a pipe within some milliseconds, and whether that was everything.
    public static func all(of descriptor: Int32, within limit: Int32) -> (bytes: [UInt8], isWhole: Bool) {
        var bytes: [UInt8] = []
        let end = worker_now() + UInt64(limit) * 1_000_000
        while case let now = worker_now(), now < end {
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
