// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestKit

/// Locks that the kernel must know the owner of, since another thread waits for them (futex(2), `FUTEX_LOCK_PI`).
final class ContendedTests: TestCase {
    /// Made when it is first asked for, while another thread asks as well.
    private static let made: Int = {
        rival.workUntilAsleep()
        return 7
    }()

    private static let rival = Rival()
    private static let lock = Mutex(0)

    func testMutex() {
        Self.lock.withLock { $0 = 1 }
        let hasEnded = Self.rival.start { Self.lock.withLock { $0 += 1 } }
        Self.lock.withLock { _ in Self.rival.workUntilAsleep() }
        hasEnded.wait()
        expectEqual(Self.lock.withLock { $0 }, 2)
    }

    /// The main queue has an owner as well, which libdispatch compares with the thread's.
    func testMainQueue() {
        let isServed = Expectation("the main queue is served")
        DispatchQueue.global().async { DispatchQueue.main.async { isServed.fulfill() } }
        wait(for: isServed, timeout: .seconds(20))
    }

    func testGlobal() {
        let hasEnded = Self.rival.start { _ = Self.made }
        expectEqual(Self.made, 7)
        hasEnded.wait()
    }
}

/// Another thread.
private final class Rival: Sendable {
    /// Its number for the kernel; 0 before it has begun.
    private let number = Atomic<Int32>(0)

    /// Whether it may begin to work.
    private let mayWork = DispatchSemaphore(value: 0)

    /// Starts the thread, which waits until it may work, and signals a semaphore at its end.
    func start(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let hasEnded = DispatchSemaphore(value: 0)
        number.store(0, ordering: .sequentiallyConsistent)
        Thread {
            self.mayWork.wait()
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            let number = own.flatMap { Int32(($0 as NSString).lastPathComponent) } ?? 0
            self.number.store(number, ordering: .sequentiallyConsistent)
            work()
            hasEnded.signal()
        }.start()
        return hasEnded
    }

    /// Lets the thread work, and waits until it sleeps in the midst of that.
    func workUntilAsleep() {
        mayWork.signal()
        while true {
            let number = number.load(ordering: .sequentiallyConsistent)
            let path = "/proc/self/task/\(number)/stat"
            let status = number == 0 ? nil : try? String(contentsOfFile: path, encoding: .utf8)
            if status?.contains(") S ") == true { return }
            sched_yield()
        }
    }
}
