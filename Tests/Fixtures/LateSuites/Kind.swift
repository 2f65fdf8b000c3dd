// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A way to have work done elsewhere.
enum Kind: String, CaseIterable {
    case queue, queueAfter, main, barrier, item, group, timer, concurrently, thread, posixThread, task, detached
    case queueFromTask, queueFromQueue, operation

    /// The kinds of which the runner knows when they end: of an event source nobody does.
    static let seenToEnd = allCases.filter { $0 != .timer }

    /// Timers that must live until they have fired; started on the main thread.
    private nonisolated(unsafe) static var timers: [any DispatchSourceTimer] = []

    /// Starts work.
    func start(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .queue: DispatchQueue.global().async(execute: work)
        case .queueAfter: DispatchQueue.global().asyncAfter(deadline: .now() + 0.01, execute: work)
        case .main: DispatchQueue.main.async(execute: work)
        case .barrier: DispatchQueue(label: "late", attributes: .concurrent).async(flags: .barrier, execute: work)
        case .item: DispatchQueue.global().async(execute: DispatchWorkItem(qos: .utility, block: work))
        case .group:
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {}
            group.notify(queue: .global(), execute: work)
        case .timer:
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler(handler: work)
            timer.schedule(deadline: .now() + 0.01)
            Self.timers.append(timer)
            timer.activate()
        case .concurrently:
            DispatchQueue.global().async { DispatchQueue.concurrentPerform(iterations: 1) { _ in work() } }
        case .thread: Thread.detachNewThread(work)
        case .posixThread: startThread(work)
        case .task: Task { work() }
        case .detached: Task.detached { work() }
        case .queueFromTask: Task { DispatchQueue.global().async(execute: work) }
        case .queueFromQueue: DispatchQueue.global().async { DispatchQueue.global().async(execute: work) }
        case .operation: OperationQueue().addOperation(work)
        }
    }

    /// Starts a thread without Foundation.
    private func startThread(_ work: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let work: @Sendable () -> Void
            init(_ work: @escaping @Sendable () -> Void) { self.work = work }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(work)).toOpaque()
        pthread_create(
            &thread, nil,
            { box in
                if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().work() }
                return nil
            }, box)
        pthread_detach(thread)
    }
}
