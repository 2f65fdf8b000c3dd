// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Waits of the host for something slow, such as a terminal that is not read: meanwhile, its workers receive what they need.
public enum LongWait {
    /// The service during a wait, and its process: a child that was forked has another task.
    private final class Service {
        /// The process.
        let process = getpid()
        /// The service.
        let serve: () -> Void

        /// States it.
        init(_ serve: @escaping () -> Void) { self.serve = serve }
    }

    /// The longest wait of a worker for its answer meanwhile, in nanoseconds.
    public static let tick: UInt64 = 4_000_000
    /// The most bytes that a pipe or terminal which is ready takes without making the writer wait.
    private static let chunk = 4096

    /// Has something done every few milliseconds in all waits of this thread, until `body` ends.
    public static func serving(by serve: @escaping () -> Void, _ body: () -> Void) {
        let former = thread_value()
        let service = Service(serve)
        thread_set_value(Unmanaged.passUnretained(service).toOpaque())
        withExtendedLifetime(service, body)
        thread_set_value(former)
    }

    /// The service of this thread while it waits; nil for none.
    private static var service: Service? {
        // The host has one thread, the tests have several.
        guard let place = thread_value() else { return nil }
        let service = Unmanaged<Service>.fromOpaque(place).takeUnretainedValue()
        return service.process == getpid() ? service : nil
    }

    /// Waits until a descriptor is ready for some events, for some milliseconds at most, or without end where that is negative; returns
    /// whether it is ready, or cannot become so.
    ///
    /// A signal that comes meanwhile, as when the user continues the runner, ends no wait.
    ///
    /// - Parameter isShort: Whether nothing is served meanwhile.
    public static func wait(
        for descriptor: Int32, _ events: Int32, within limit: Int32 = -1, isShort: Bool = false
    ) -> Bool {
        let (service, tick) = (isShort ? nil : service, Int32(tick / 1_000_000))
        var (entry, left) = (pollfd(fd: descriptor, events: Int16(events), revents: 0), limit)
        let start = worker_now()
        while true {
            let count = poll(&entry, 1, service == nil ? left : left < 0 ? tick : min(left, tick))
            if count > 0 || count < 0 && errno != EINTR { return true }
            service?.serve()
            if limit >= 0 { left = limit - Int32(clamping: (worker_now() - start) / 1_000_000) }
            if limit >= 0, left <= 0 { return false }
        }
    }

    /// Waits for the end of a process, by a descriptor of it if there is one, for some milliseconds at most; returns whether it has ended.
    public static func awaitEnd(of process: pid_t, _ descriptor: Int32?, within limit: Int32) -> Bool {
        if let descriptor { return wait(for: descriptor, POLLIN, within: limit, isShort: true) }
        let end = worker_now() + UInt64(max(0, limit)) * 1_000_000
        while worker_has_ended(process) == 0 {
            if worker_now() >= end { return false }
            usleep(1000)
        }
        return true
    }

    /// The number of bytes that may be written to a descriptor at once; waits until some may, and serves workers meanwhile.
    public static func room(in descriptor: Int32, for count: Int) -> Int {
        guard service != nil, mayBlock(descriptor) else { return count }
        _ = wait(for: descriptor, POLLOUT)
        return min(count, chunk)
    }

    /// Whether a write may wait for a reader: to a pipe, a socket or a terminal.
    private static func mayBlock(_ descriptor: Int32) -> Bool {
        guard let information = stat(descriptor: descriptor) else { return false }
        switch information.kind {
        case S_IFIFO, S_IFSOCK: return true
        case S_IFCHR: return isatty(descriptor) != 0
        default: return false
        }
    }
}
