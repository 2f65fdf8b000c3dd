// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import TestKit

/// Waits for a semaphore, which asynchronous code may not do by itself.
private func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

/// What was appended, in order.
@MainActor private final class MainActorLog {
    var entries: [Int] = []
    nonisolated init() {}
}

/// Cases of which nothing goes on any more, others that only seem so, and some that something else than a task wakes.
final class StandingTests: TestCase {
    /// Two tasks, of which each has what the other one wants.
    func testTwoLocks() async {
        let locks = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 1)]
        let taken = DispatchSemaphore(value: 0)
        let first = Task {
            wait(locks[0])
            taken.signal()
            wait(locks[1])
        }
        let second = Task {
            wait(taken)
            wait(locks[1])
            wait(locks[0])
        }
        // It has both once the second one has the other.
        _ = await (first.value, second.value)
    }

    /// A continuation that nobody has.
    func testForgottenContinuation() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    /// Pieces of the main actor that only the system runs in the order in which they were made: its main queue keeps it.
    ///
    /// No order repeats for sure: a timer wakes the test at first.
    func testMainActorOrderBehindTimer() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { continuation.resume() }
        }
        let log = MainActorLog()
        let tasks = (1...2).map { number in Task { @MainActor in log.entries.append(number) } }
        for task in tasks { await task.value }
        expectEqual(await log.entries, [1, 2])
    }

    /// A failure by each order, of which none repeats for sure.
    func testFailsBehindTimer() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { continuation.resume() }
        }
        expectEqual(1, 2)
    }

    /// A thread that wakes a task late, when libdispatch has no thread left that is idle.
    func testLateThread() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 8)
                continuation.resume()
            }
        }
    }

    /// A timer that wakes a task late.
    func testLateTimer() async throws {
        try await Task.sleep(for: .seconds(8))
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            DispatchQueue.global().asyncAfter(deadline: .now() + 8) { continuation.resume() }
        }
    }
}
