// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import WorkerShims

// Glibc's module has no epoll(7).

@_silgen_name("epoll_create1")
private func makeLoop(_ flags: CInt) -> CInt
@_silgen_name("epoll_ctl")
private func controlLoop(_ loop: CInt, _ operation: CInt, _ descriptor: CInt, _ event: UnsafeMutableRawPointer) -> CInt
@_silgen_name("epoll_wait")
private func awaitLoop(_ loop: CInt, _ events: UnsafeMutableRawPointer, _ count: CInt, _ milliseconds: CInt) -> CInt

/// Whether a thread sleeps until something happens, or for a time.
struct AwaitedEventTests {
    /// What a thread may sleep in.
    enum Sleep: String, CaseIterable, Sendable {
        case lock, lockFor, loop, loopFor, poll, pollFor, connection, time, pipe

        /// Whether nothing but an event ends it.
        var isForEvent: Bool { [.lock, .loop, .poll, .connection].contains(self) }
    }

    /// Half of a minute: no thread sleeps so long here, for each is woken.
    private static let milliseconds: CInt = 30_000

    @Test("a thread without a time limit awaits an event", arguments: Sleep.allCases)
    func sleeping(_ sleep: Sleep) throws {
        let semaphore = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An address without a name: the kernel chooses one.
        let length = socklen_t(MemoryLayout<sa_family_t>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        try #require(isBound == 0 && listen(listener, 1) == 0)
        let thread = Atomic<pid_t>(0)
        Thread.detachNewThread {
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            thread.store((own?.split(separator: "/").last).flatMap { pid_t($0) } ?? -1, ordering: .releasing)
            switch sleep {
            case .lock: semaphore.wait()
            case .lockFor: _ = semaphore.wait(timeout: .now() + .milliseconds(Int(Self.milliseconds)))
            case .loop, .loopFor:
                let loop = makeLoop(0)
                // EPOLLIN, and room for what the system notes beside it.
                var event: [UInt32] = [1, 0, 0, 0]
                // EPOLL_CTL_ADD
                _ = controlLoop(loop, 1, reading, &event)
                _ = awaitLoop(loop, &event, 1, sleep == .loop ? -1 : Self.milliseconds)
                close(loop)
            case .poll, .pollFor:
                var wanted = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
                poll(&wanted, 1, sleep == .poll ? -1 : Self.milliseconds)
            case .connection: close(accept(listener, nil, nil))
            case .time: usleep(100_000)
            case .pipe:
                var byte: UInt8 = 0
                read(reading, &byte, 1)
            }
            ended.signal()
        }
        var number: pid_t = 0
        while number == 0 || process_look_at_thread(number) == THREAD_RUNS {
            number = thread.load(ordering: .acquiring)
            sched_yield()
        }
        #expect((process_awaits_event(number) != 0) == sleep.isForEvent)
        semaphore.signal()
        write(writing, "x", 1)
        shutdown(listener, CInt(SHUT_RDWR))
        ended.wait()
        for descriptor in [reading, writing, listener] { close(descriptor) }
    }
}
