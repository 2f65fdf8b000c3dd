// SPDX-License-Identifier: MIT

import AdapterSupport
import Dispatch
import Glibc

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

    /// Has what the main actor has to do run, or not, on another thread, as with `swift test`, while the main thread keeps its queue waiting.
    ///
    /// Set on the main thread, while no test runs.
    static func setOffMainThread(_ isOff: Bool) {
        if isOff { _ = hold }
        adapter_set_off_main_thread(isOff)
    }

    /// Has Swift's runtime ask where to run that; once.
    private static let hold: Void = {
        guard let handle = dlopen("libswift_Concurrency.so", RTLD_NOW | RTLD_NOLOAD) else { return }
        adapter_replace_imports(handle, "dispatch_async_f", adapter_async_replacement())
        adapter_replace_imports(handle, "dispatch_after_f", adapter_after_replacement())
    }()

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
