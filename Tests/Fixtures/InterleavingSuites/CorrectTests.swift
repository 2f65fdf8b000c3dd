// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import TestKit

/// Programs that look like those of `PlantedTests`, or that a scheduler may break: none fails in any interleaving.
final class CorrectTests: TestCase {
    func testWithdrawal() async {
        let account = Account(100)
        async let first = account.withdraw(80)
        async let second = account.withdraw(80)
        _ = await (first, second)
        expectEqual(await account.balance, 20)
    }

    func testCache() async {
        let cache = Cache()
        let first = Task { await cache.get(1) }
        let second = Task { await cache.get(1) }
        _ = await (first.value, second.value)
        expectEqual(await cache.loads, 1)
    }

    func testCounter() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { await counter.increment() } }
        }
        expectEqual(await counter.number, 100)
    }

    func testTaskHasRun() async {
        let runs = Shared(0)
        await Task { runs.change { $0 += 1 } }.value
        expectEqual(runs.get(), 1)
    }

    func testGroupOfResults() async {
        let results = await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await suspend()
                    return number
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        expectEqual(results, Set(0..<20))
    }

    func testStream() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let consumer = Task { await stream.reduce(0, +) }
        for number in 1...10 {
            continuation.yield(number)
            await suspend()
        }
        continuation.finish()
        expectEqual(await consumer.value, 55)
    }

    func testCancelledEarly() async {
        let (opened, closed) = (Shared(0), Shared(0))
        let task = Task {
            opened.change { $0 += 1 }
            defer { closed.change { $0 += 1 } }
            if Task.isCancelled { return }
            await suspend()
        }
        await suspend()
        task.cancel()
        await task.value
        expectEqual(closed.get(), opened.get())
    }

    func testContinuation() async {
        let gate = Gate()
        let first = Task { await gate.wait() }
        let second = Task { await gate.wait() }
        await gate.open()
        _ = await (first.value, second.value)
    }

    func testGroupCancellation() async {
        let begun = Shared(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    begun.change { $0 += 1 }
                    defer { begun.change { $0 -= 1 } }
                    while !Task.isCancelled { await suspend() }
                }
            }
            await suspend()
            group.cancelAll()
        }
        expectEqual(begun.get(), 0)
    }

    func testActorsCallingActors() async {
        let (left, right) = (Account(50), Account(50))
        async let first: Void = left.move(30, to: right)
        async let second: Void = right.move(20, to: left)
        _ = await (first, second)
        expectEqual(await left.balance + right.balance, 100)
    }

    @Ledger private final class Book {
        private var (debit, credit) = (0, 0)
        func post() {
            debit += 1
            credit += 1
        }
        func isBalanced() -> Bool { debit == credit }
    }

    func testGlobalActor() async {
        let book = Book()
        let writer = Task { await book.post() }
        let reader = Task { await book.isBalanced() }
        await writer.value
        expectTrue(await reader.value)
    }

    @TaskLocal private static var request = 0

    func testTaskLocal() async {
        @Sendable func handle(_ number: Int) async -> Bool {
            await Self.$request.withValue(number) {
                await suspend()
                return Self.request == number
            }
        }
        async let first = handle(1)
        async let second = handle(2)
        expectTrue(await first)
        expectTrue(await second)
    }

    func testLimiter() async {
        let limiter = Limiter(2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await limiter.run() } }
        }
        let most = await limiter.most
        expectTrue(most <= 2)
    }

    func testCustomExecutor() async {
        let actor = Queued()
        await actor.add(1)
        await actor.add(2)
        expectEqual(await actor.entries, [1, 2])
    }

    /// The main actor is the main thread and the main queue.
    func testMainActor() async {
        await MainActor.run {
            dispatchPrecondition(condition: .onQueue(.main))
            expectTrue(Thread.isMainThread)
        }
        let task = Task { @MainActor in Thread.isMainThread }
        expectTrue(await task.value)
    }

    /// A task that blocks its thread until another one signals.
    func testSemaphore() async {
        let semaphore = DispatchSemaphore(value: 0)
        let task = Task.detached { _ = semaphore.signal() }
        Self.block(on: semaphore)
        await task.value
    }

    /// Two tasks that block their threads until both have come.
    func testBarrier() async {
        let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let first: Void = {
            left.signal()
            Self.block(on: right)
        }()
        async let second: Void = {
            right.signal()
            Self.block(on: left)
        }()
        _ = await (first, second)
    }

    private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

    /// A loop without a suspension, until another task has run.
    func testSpin() async {
        let hasRun = Shared(false)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { while !hasRun.get() {} }
            group.addTask { hasRun.set(true) }
        }
    }

    /// A loop round a suspension, until another task has run.
    func testYieldLoop() async {
        let hasRun = Shared(false)
        let task = Task { hasRun.set(true) }
        while !hasRun.get() { await Task.yield() }
        await task.value
    }

    /// A loop round a suspension, until a thread has run.
    func testYieldLoopForThread() async {
        let hasRun = Shared(false)
        let task = Task {
            await withCheckedContinuation { continuation in Thread.detachNewThread { continuation.resume() } }
            hasRun.set(true)
        }
        while !hasRun.get() { await Task.yield() }
        await task.value
    }

    /// A loop round a suspension, until a timer has come.
    func testYieldLoopForTimer() async {
        let hasRun = Shared(false)
        let task = Task {
            try? await Task.sleep(for: .milliseconds(5))
            hasRun.set(true)
        }
        while !hasRun.get() { await Task.yield() }
        await task.value
    }

    /// A loop of hops, until a queue has answered.
    func testHopLoop() async {
        let (counter, hasRun) = (Counter(), Shared(false))
        let task = Task {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { continuation.resume() }
            }
            hasRun.set(true)
        }
        while !hasRun.get() { await counter.increment() }
        await task.value
        expectTrue(await counter.number > 0)
    }

    /// More blocks of a queue of the system than it has threads, of which each waits for the last one.
    func testBlocksThatWait() async {
        let last = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<8 {
            DispatchQueue.global(qos: .utility).async(group: group) {
                last.wait()
                last.signal()
            }
        }
        DispatchQueue.global().async(group: group) { last.signal() }
        await withUnsafeContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
    }

    /// A task that waits for a block of a queue of the system, as code does that has an older interface.
    func testWaitForBlock() async {
        let sum = Shared(0)
        func compute(_ number: Int) {
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                sum.change { $0 += number }
                done.signal()
            }
            done.wait()
        }
        for number in 1...100 { compute(number) }
        expectEqual(sum.get(), 5050)
    }

    func testSleep() async throws {
        let start = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(20))
        try await Task.sleep(for: .milliseconds(1), tolerance: .milliseconds(1))
        expectTrue(ContinuousClock.now - start >= .milliseconds(20))
    }

    /// A timeout round work that is quick enough.
    func testTimeout() async {
        let isLate = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { continuation.resume() }
                }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(60))
                return true
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? true
        }
        expectFalse(isLate)
    }

    /// A lock that is held while a task is made and a continuation resumed.
    func testLockAroundResume() async {
        let (lock, sum) = (NSLock(), Shared(0))
        await withCheckedContinuation { continuation in
            lock.withLock {
                Task { lock.withLock { sum.change { $0 += 1 } } }
                continuation.resume()
            }
        }
        lock.withLock {}
    }

    /// A synchronous case that waits on the main thread for tasks.
    func testExpectation() {
        let isDone = Expectation("both are done", expectedFulfillmentCount: 2)
        Task { isDone.fulfill() }
        Task { @MainActor in isDone.fulfill() }
        wait(for: isDone, timeout: .seconds(60))
    }

    /// A synchronous case that blocks the main thread until a task has run.
    func testBlockedMainThread() {
        let semaphore = DispatchSemaphore(value: 0)
        Task.detached {
            await suspend()
            semaphore.signal()
        }
        semaphore.wait()
    }

    /// A task that nobody waits for, and that ends after the case.
    func testLeftTask() async {
        Task { for _ in 0..<100 { await suspend() } }
        await suspend()
    }
}
