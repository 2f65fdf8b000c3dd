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
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0, errno != EINTR || count == 0 { return (bytes, true) }
            bytes += chunk.prefix(max(0, count))
        }
        return (bytes, false)
    }
}
