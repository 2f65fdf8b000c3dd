// SPDX-License-Identifier: MIT

/// What the host says to a worker that waits for it, as a byte on the worker's control pipe.
enum HostAnswer: UInt8 {
    /// Go on, or try again.
    case go = 1
    /// The system refuses processes to this worker alone: give the class up.
    case giveUp = 2
}
