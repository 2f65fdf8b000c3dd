// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The descriptors that the host waits for, in memory that is used again.
final class PollList {
    /// The most descriptors: three for each worker, and one for interrupts.
    private static let capacity = 1 + 3 * RunTable.workerCapacity

    /// The descriptors, and what is known of them.
    private let entries = UnsafeMutablePointer<pollfd>.allocate(capacity: capacity)
    /// The number of entries.
    private var count = 0

    deinit { entries.deallocate() }

    /// Forgets all of them.
    func removeAll() { count = 0 }

    /// Adds a descriptor; a negative one is ignored.
    func append(_ descriptor: Int32) {
        precondition(count < Self.capacity)
        (entries + count).initialize(to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        count += 1
    }

    /// Waits until one of them can be read or is at its end, but not longer than some microseconds.
    func wait(_ microseconds: Int) { worker_poll(entries, count, UInt64(microseconds)) }

    /// Whether a descriptor is ready, by its place in the list.
    func isReady(_ place: Int) -> Bool { entries[place].revents != 0 }
}
