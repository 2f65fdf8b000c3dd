// SPDX-License-Identifier: MIT

import Glibc

/// libdispatch's main queue, served by hand.
///
/// The functions are those that CoreFoundation's run loop serves it with.
///
/// Rule 19.
struct MainQueue: Sendable {
    /// The reason why nothing asynchronous can be waited for.
    struct Missing: Error, CustomStringConvertible {
        /// For people.
        var description: String { "libdispatch, which asynchronous cases need, was not found in this process" }
    }

    /// The process's main queue, or nil if there is no libdispatch.
    static let shared = MainQueue()

    /// Readable when there is work on the queue.
    private let descriptor: CInt
    /// Runs all the work on the queue.
    private let drain: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Looks libdispatch up.
    ///
    /// The concurrency runtime has loaded it; it need not be in the global scope.
    private init?() {
        let library = dlopen("libdispatch.so", RTLD_NOW | RTLD_NOLOAD)
        guard let handleSymbol = dlsym(library, "_dispatch_get_main_queue_handle_4CF"),
            let drainSymbol = dlsym(library, "_dispatch_main_queue_callback_4CF")
        else { return nil }
        let handle = unsafeBitCast(handleSymbol, to: (@convention(c) () -> CInt).self)
        drain = unsafeBitCast(drainSymbol, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        descriptor = handle()
    }

    /// Sleeps until there is work on the queue, ``MainBell`` rings or the time is over; runs the work.
    ///
    /// On the main thread only. Without libdispatch there is no work, and only the bell and the time count.
    static func turn(for span: Duration) {
        let queue = MainLoop.isServedByOthers.isSet ? nil : shared
        var entries = [
            pollfd(fd: MainBell.shared.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: queue?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // Up to the next millisecond: a shorter sleep would return again and again before the time is over.
        let milliseconds = CInt(min(3_600_000, (span.inSeconds * 1000).rounded(.up)))
        guard poll(&entries, 2, milliseconds) > 0 else { return }
        if entries[0].revents != 0 { MainBell.shared.silence() }
        if entries[1].revents != 0 { queue?.serve() }
    }

    /// Runs the work on the queue.
    private func serve() {
        // Resets the descriptor (an eventfd that does not block) before the work, so that work which adds work shows.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        drain(nil)
    }
}
