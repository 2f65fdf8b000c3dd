// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A worker's end of a pipe to or from the host.
///
/// A bundle's code may close it, or put something else in its place: then it is opened again by way of the host's end.
struct WorkerPipe: Sendable {
    /// Descriptors that a worker keeps are moved up here, out of the way of tests that count on low numbers.
    private static let lowestDescriptor: Int32 = 200

    /// This end; -1 if it is lost.
    private var descriptor: Int32
    /// Identifies the pipe, since another file may have its number.
    private let identity: UInt64
    /// The process with the other end.
    private let host: pid_t
    /// The other end's number there.
    private let peer: Int32
    /// Whether this is the end for writing.
    private let isWriting: Bool
    /// Whether it was lost since it was last mended, also if a message has opened it again.
    private var wasLost = false

    /// The word that begins each message of this worker's.
    let mark: UInt32

    /// Takes over a descriptor.
    init(_ descriptor: Int32, host: pid_t, peer: Int32, isWriting: Bool, mark: UInt32) {
        self.mark = mark
        self.descriptor = worker_move_descriptor(descriptor, Self.lowestDescriptor)
        identity = worker_pipe_identity(self.descriptor)
        self.host = host
        self.peer = peer
        self.isWriting = isWriting
    }

    /// Whether the descriptor is closed, or something else by now.
    var isLost: Bool { descriptor < 0 || worker_pipe_identity(descriptor) != identity }

    /// The descriptor, opened again if it was lost; -1 on failure, and `errno` says why.
    mutating func open() -> Int32 {
        if !isLost { return descriptor }
        wasLost = true
        // The descriptor that has the number now is not ours to close.
        descriptor = worker_open_peer(host, peer, isWriting ? 1 : 0)
        guard descriptor >= 0 else { return -1 }
        // The number of a process that has ended may be another's by now.
        guard worker_pipe_identity(descriptor) == identity else {
            close(descriptor)
            descriptor = -1
            errno = ESRCH
            return -1
        }
        _ = fcntl(descriptor, F_SETFL, isWriting ? 0 : O_NONBLOCK)
        descriptor = worker_move_descriptor(descriptor, Self.lowestDescriptor)
        return descriptor
    }

    /// The state of the pipe since it was last mended.
    enum State {
        /// It is as it was made.
        case kept
        /// It was closed, and is open again.
        case mended
        /// It is closed, and cannot be opened.
        case gone
    }

    /// Opens it again if it is lost, and says what became of it.
    mutating func mend() -> State {
        let descriptor = open()
        defer { wasLost = false }
        return descriptor < 0 ? .gone : wasLost ? .mended : .kept
    }
}
