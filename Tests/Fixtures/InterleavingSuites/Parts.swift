// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Stands for a call that suspends.
func suspend() async { await Task.yield() }

/// A value behind a lock.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    func get() -> Value { value.withLock { $0 } }
    func set(_ new: Value) { value.withLock { $0 = new } }
    func change(_ body: (inout sending Value) -> Void) { value.withLock { body(&$0) } }
}

/// What was called, in order.
actor Log {
    private(set) var entries: [Int] = []
    func add(_ entry: Int) { entries.append(entry) }
}

/// A number that is read and written by two calls.
actor Counter {
    private(set) var number = 0
    func set(_ new: Int) { number = new }
    func increment() { number += 1 }
}

/// An actor of a whole program.
@globalActor actor Ledger {
    static let shared = Ledger()
}

/// Runs jobs on a queue.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "queued")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An actor on a queue of its own.
actor Queued {
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var entries: [Int] = []
    func add(_ entry: Int) { entries.append(entry) }
}

/// An account that others move money from and to.
actor Account {
    private(set) var balance: Int
    init(_ balance: Int) { self.balance = balance }

    /// Takes money if there is enough, which it finds out too early.
    func withdrawCarelessly(_ amount: Int) async -> Bool {
        guard balance >= amount else { return false }
        await suspend()
        balance -= amount
        return true
    }

    /// Takes money if there is enough.
    func withdraw(_ amount: Int) async -> Bool {
        await suspend()
        guard balance >= amount else { return false }
        balance -= amount
        return true
    }

    func deposit(_ amount: Int) { balance += amount }

    /// Moves money to another account by two steps.
    func move(_ amount: Int, to other: Account) async {
        balance -= amount
        await other.deposit(amount)
    }
}

/// Values that are loaded when somebody asks.
actor Cache {
    private var values: [Int: Int] = [:]
    private var loading: [Int: Task<Int, Never>] = [:]
    private(set) var loads = 0

    private func load(_ key: Int) async -> Int {
        loads += 1
        await suspend()
        return key
    }

    /// Forgets that others may be loading.
    func getCarelessly(_ key: Int) async -> Int {
        if let value = values[key] { return value }
        let value = await load(key)
        values[key] = value
        return value
    }

    func get(_ key: Int) async -> Int {
        if let value = values[key] { return value }
        if let task = loading[key] { return await task.value }
        let task = Task { await load(key) }
        loading[key] = task
        let value = await task.value
        values[key] = value
        return value
    }
}

/// Lets a number of tasks work at the same time.
actor Limiter {
    private let limit: Int
    private var running = 0
    private(set) var most = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    init(_ limit: Int) { self.limit = limit }

    /// Counts itself only after a suspension.
    func runCarelessly() async {
        while running >= limit { await suspend() }
        await suspend()
        running += 1
        most = max(most, running)
        await suspend()
        running -= 1
    }

    func run() async {
        if running >= limit { await withCheckedContinuation { waiters.append($0) } } else { running += 1 }
        most = max(most, running)
        await suspend()
        if waiters.isEmpty { running -= 1 } else { waiters.removeFirst().resume() }
    }
}

/// Lets tasks wait until it is open.
actor Gate {
    private var isOpen = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var lost = 0

    /// Has room for one.
    func waitCarelessly() async {
        if isOpen { return }
        await withCheckedContinuation {
            if let waiter {
                lost += 1
                waiter.resume()
            }
            waiter = $0
        }
    }

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        waiter?.resume()
        waiter = nil
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
