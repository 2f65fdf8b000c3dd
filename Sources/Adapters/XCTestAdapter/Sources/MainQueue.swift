// SPDX-License-Identifier: MIT

import AdapterSupport
import Dispatch

/// The main queue, which the worker's main thread serves while it waits.
enum MainQueue {
    /// Runs something asynchronous to its end.
    ///
    /// From then on the process must not be forked: a child would have the queues, but not their threads.
    static func wait(for body: @escaping @Sendable () async -> Void) {
        let done = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        done.initialize(to: 0)
        defer { done.deallocate() }
        nonisolated(unsafe) let place = done
        Task.detached {
            await body()
            // The work itself wakes the queue.
            DispatchQueue.main.async { place.pointee = 1 }
        }
        adapter_serve_main_queue(done)
    }
}
