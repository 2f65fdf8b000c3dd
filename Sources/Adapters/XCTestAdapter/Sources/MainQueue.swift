// SPDX-License-Identifier: MIT

import AdapterSupport
import Dispatch

/// The main queue, which the worker's main thread serves while it waits.
enum MainQueue {
    /// The end of something that the main thread waits for.
    struct Signal: Sendable {
        /// Not 0 once it has come; written on the main queue alone.
        fileprivate nonisolated(unsafe) let place: UnsafeMutablePointer<Int32>

        /// Ends the wait: the work that this queues wakes the queue itself.
        func send() {
            let signal = self
            DispatchQueue.main.async { signal.place.pointee = 1 }
        }
    }

    /// Runs something asynchronous to its end.
    ///
    /// From then on the process must not be forked: a child would have the queues, but not their threads.
    static func wait(for body: @escaping @Sendable () async -> Void) {
        wait { signal in
            Task.detached {
                await body()
                signal.send()
            }
        }
    }

    /// Starts something, and waits until it sends the signal that it is given.
    static func wait(for start: (Signal) -> Void) {
        let place = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        place.initialize(to: 0)
        defer { place.deallocate() }
        start(Signal(place: place))
        adapter_serve_main_queue(place)
    }
}
