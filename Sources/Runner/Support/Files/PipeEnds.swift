// SPDX-License-Identifier: MIT

import WorkerShims

/// The descriptors of a pipe, closed on exec; whoever makes it closes both.
struct PipeEnds {
    /// The end to read from.
    let read: Int32
    /// The end to write to.
    let write: Int32

    /// Makes a pipe.
    init() throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe") }
        (read, write) = (ends[0], ends[1])
    }
}
