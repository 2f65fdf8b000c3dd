// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import TestKit

/// Bugs that show in some interleavings only: each case fails where its bug shows.
final class PlantedTests: TestCase {
    /// A check that no longer holds behind the suspension.
    func testWithdrawal() async {
        let account = Account(100)
        async let first = account.withdrawCarelessly(80)
        async let second = account.withdrawCarelessly(80)
        _ = await (first, second)
        expectEqual(await account.balance, 20)
    }

    /// Two that load what neither has found.
    func testCache() async {
        let cache = Cache()
        let first = Task { await cache.getCarelessly(1) }
        let second = Task { await cache.getCarelessly(1) }
        _ = await (first.value, second.value)
        expectEqual(await cache.loads, 1)
    }

    /// A number that is read by one call and written by another.
    func testLostUpdate() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await counter.set(await counter.number + 1) } }
        }
        expectEqual(await counter.number, 2)
    }

    /// A task that is thought to have run after one suspension.
    func testTaskHasRun() async {
        let runs = Shared(0)
        let task = Task { runs.change { $0 += 1 } }
        await suspend()
        let seen = runs.get()
        await task.value
        expectEqual(seen, 1)
    }

    /// Tasks that are thought to run in the order in which they were made.
    func testTaskOrder() async {
        let log = Log()
        let first = Task { await log.add(1) }
        let second = Task { await log.add(2) }
        _ = await (first.value, second.value)
        expectEqual(await log.entries, [1, 2])
    }

    /// A consumer that is thought to wait already.
    func testLateConsumer() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let consumer = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        await suspend()
        await suspend()
        for number in 0..<2 {
            continuation.yield(number)
            await suspend()
        }
        continuation.finish()
        expectEqual(await consumer.value, 2)
    }

    /// A clean-up that a task which is cancelled early never comes to.
    func testCancelledEarly() async {
        let (opened, closed) = (Shared(0), Shared(0))
        let task = Task {
            opened.change { $0 += 1 }
            if Task.isCancelled { return }
            await suspend()
            closed.change { $0 += 1 }
        }
        await suspend()
        task.cancel()
        await task.value
        expectEqual(closed.get(), opened.get())
    }

    /// Something that is done once, which the check forgets behind a call to another executor.
    func testDoneOnce() async {
        actor Once {
            private var isDone = false
            private(set) var count = 0
            func finish() async {
                if isDone { return }
                await log()
                isDone = true
                count += 1
            }
            private nonisolated func log() async { Self.calls.change { $0 += 1 } }
            private static let calls = Shared(0)
        }
        let once = Once()
        async let first: Void = once.finish()
        async let second: Void = once.finish()
        _ = await (first, second)
        expectEqual(await once.count, 1)
    }

    /// Results of a group that are thought to come in order.
    func testGroupOrder() async {
        let results = await withTaskGroup(of: Int.self) { group in
            for number in 0..<3 {
                group.addTask {
                    await suspend()
                    return number
                }
            }
            var results: [Int] = []
            for await result in group { results.append(result) }
            return results
        }
        expectEqual(results, [0, 1, 2])
    }

    /// Calls of the main actor that are thought to come in order.
    func testMainActorOrder() async {
        @MainActor final class Model {
            var entries: [Int] = []
            func add(_ entry: Int) { entries.append(entry) }
        }
        let model = Model()
        let first = Task { await model.add(1) }
        let second = Task { await model.add(2) }
        _ = await (first.value, second.value)
        expectEqual(await model.entries, [1, 2])
    }

    /// Blocks of a queue of the system that are thought to run in the order in which they were submitted.
    func testGlobalQueueOrder() async {
        final class Numbers: Sendable {
            let all = Mutex<[Int]>([])
            func add(_ number: Int) -> Int {
                all.withLock { all in
                    all.append(number)
                    return all.count
                }
            }
        }
        let numbers = Numbers()
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            for number in 1...2 {
                DispatchQueue.global().async { if numbers.add(number) == 2 { continuation.resume() } }
            }
        }
        expectEqual(numbers.all.withLock { $0 }, [1, 2])
    }

    /// Several steps of one task between two of another.
    func testRareOrder() async {
        actor Pair {
            private var (left, right, isBroken) = (0, 0, false)
            func setLeft(_ value: Int) { left = value }
            func setRight(_ value: Int) { right = value }
            func check() { if left == 2, right == 0 { isBroken = true } }
            func wasBroken() -> Bool { isBroken }
        }
        let pair = Pair()
        let writer = Task {
            for value in 1...5 {
                await pair.setLeft(value)
                await pair.setRight(value)
            }
        }
        let eraser = Task {
            await suspend()
            await pair.setRight(0)
            await pair.setRight(0)
        }
        let checker = Task {
            for _ in 0..<3 { await suspend() }
            await pair.check()
        }
        _ = await (writer.value, eraser.value, checker.value)
        expectFalse(await pair.wasBroken())
    }

    /// A child that is thought to be done when a later one is.
    func testAsyncLetOrder() async {
        let sum = Shared(0)
        async let first: Void = {
            await suspend()
            sum.change { $0 += 1 }
        }()
        async let second: Int = {
            await suspend()
            await suspend()
            return sum.get()
        }()
        let seen = await second
        await first
        expectEqual(seen, 1)
    }

    /// A place for one waiter that a second one takes.
    func testContinuation() async {
        let gate = Gate()
        let first = Task { await gate.waitCarelessly() }
        let second = Task { await gate.waitCarelessly() }
        let opener = Task { await gate.open() }
        _ = await (first.value, second.value, opener.value)
        expectEqual(await gate.lost, 0)
    }

    /// The first result cancels the others, of which one has begun and does not undo it.
    func testGroupCancellation() async {
        let begun = Shared(0)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    begun.change { $0 += 1 }
                    await suspend()
                    if Task.isCancelled { return false }
                    await suspend()
                    begun.change { $0 -= 1 }
                    return true
                }
            }
            _ = await group.next()
            group.cancelAll()
        }
        expectEqual(begun.get(), 0)
    }

    /// The first of two producers to end finishes the stream of both.
    func testStreamTermination() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 1...2 {
            Task {
                await suspend()
                continuation.yield(number)
                await suspend()
                continuation.finish()
            }
        }
        var sum = 0
        for await number in stream { sum += number }
        expectEqual(sum, 3)
    }

    /// Money that is on its way between two actors, when a third one counts it.
    func testActorsCallingActors() async {
        let (left, right) = (Account(50), Account(50))
        let mover = Task { await left.move(30, to: right) }
        let auditor = Task { await right.balance + left.balance }
        await mover.value
        expectEqual(await auditor.value, 100)
    }

    /// Two values of a global actor that belong together, with a suspension between.
    func testGlobalActor() async {
        @Ledger final class Book {
            private var (debit, credit) = (0, 0)
            func post() async {
                debit += 1
                await suspend()
                credit += 1
            }
            func isBalanced() -> Bool { debit == credit }
        }
        let book = Book()
        let writer = Task { await book.post() }
        let reader = Task { await book.isBalanced() }
        await writer.value
        expectTrue(await reader.value)
    }

    /// A value for the task that is kept in a place for all, in place of a task-local one.
    func testTaskLocal() async {
        let request = Shared(0)
        @Sendable func handle(_ number: Int) async -> Bool {
            request.set(number)
            await suspend()
            return request.get() == number
        }
        async let first = handle(1)
        async let second = handle(2)
        expectTrue(await first)
        expectTrue(await second)
    }

    /// A cancellation that comes before there is anything to cancel.
    func testCancellationHandler() async {
        let (isOpen, isCancelled) = (Shared(false), Shared(false))
        let task = Task {
            await withTaskCancellationHandler {
                await suspend()
                isOpen.set(true)
                await suspend()
            } onCancel: {
                if isOpen.get() { isCancelled.set(true) }
            }
        }
        await suspend()
        await suspend()
        task.cancel()
        await task.value
        expectTrue(isCancelled.get())
    }

    /// A lock that is let go over a suspension.
    func testMutex() async {
        let number = Shared(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let old = number.get()
                    await suspend()
                    number.set(old + 1)
                }
            }
        }
        expectEqual(number.get(), 2)
    }

    /// Calls of an actor on a queue of its own that are thought to come in order.
    func testCustomExecutor() async {
        let actor = Queued()
        let first = Task { await actor.add(1) }
        let second = Task { await actor.add(2) }
        _ = await (first.value, second.value)
        expectEqual(await actor.entries, [1, 2])
    }

    /// A limit that counts those that work only after they have begun.
    func testLimiter() async {
        let limiter = Limiter(1)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await limiter.runCarelessly() } }
        }
        expectEqual(await limiter.most, 1)
    }

    /// Something that is used behind a suspension, though it may be closed by then.
    func testUseAfterClose() async {
        actor File {
            private var isOpen = true
            private(set) var faults = 0
            func read() async {
                guard isOpen else { return }
                await suspend()
                if !isOpen { faults += 1 }
            }
            func close() { isOpen = false }
        }
        let file = File()
        let reader = Task { await file.read() }
        let closer = Task {
            await suspend()
            await file.close()
        }
        _ = await (reader.value, closer.value)
        expectEqual(await file.faults, 0)
    }

    /// A value that is set when a second message comes, which may be the first.
    func testMessagesInOrder() async {
        actor Session {
            private var name: String?
            private(set) var greeting = ""
            func logIn(_ name: String) { self.name = name }
            func greet() { greeting = name ?? "nobody" }
        }
        let session = Session()
        let login = Task { await session.logIn("Ann") }
        let greeter = Task {
            await suspend()
            await session.greet()
        }
        _ = await (login.value, greeter.value)
        expectEqual(await session.greeting, "Ann")
    }
}
