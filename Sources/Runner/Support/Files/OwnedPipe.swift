// SPDX-License-Identifier: MIT

import WorkerShims

/// The two ends of a pipe, neither of which a program that is started inherits.
package struct OwnedPipe: ~Copyable {
    /// The end to read from; nil once it is closed.
    package var reading: FileDescriptor?
    /// The end to write to; nil once it is closed.
    package var writing: FileDescriptor?

    /// Makes a pipe.
    package init() throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe") }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }
}
