// SPDX-License-Identifier: MIT

import WorkerShims

/// The two ends of a pipe, neither of which a program that is started inherits; each is closed with its last owner.
public final class PipeEnds {
    /// The end to read from; nil once it is closed, or another's.
    public var reading: FileDescriptor?
    /// The end to write to; nil once it is closed, or another's.
    public var writing: FileDescriptor?

    /// Makes a pipe.
    public init() throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe (pipe2)") }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    /// The number of the end to read from; -1 without one.
    public var read: Int32 { reading.number ?? -1 }

    /// The number of the end to write to; -1 without one.
    public var write: Int32 { writing.number ?? -1 }
}
