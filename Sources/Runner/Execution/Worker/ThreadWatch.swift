// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Finds the threads that a class left running.
struct ThreadWatch {
    /// The most threads to look at.
    private static let capacity = 4096
    /// The time that a sleeping thread has to end, in steps of a millisecond.
    static let patience = 20
    /// The time that a running thread has to end; on a busy machine, its last work may take long.
    private static let longPatience = 200

    /// The threads, except the main one, that are no leak or have been reported.
    private var known: Set<pid_t> = []

    /// Makes the present threads the reference.
    mutating func rebase() { known = process_is_alone() != 0 ? [] : Set(Self.list()) }

    /// Returns the number of new threads that stay, without those of the system's libraries.
    ///
    /// A later call does not count them again.
    mutating func takeLeft() -> Int {
        if process_is_alone() != 0 {
            if !known.isEmpty { known = [] }
            return 0
        }
        var now = Self.list()
        var left = strangers(now)
        var steps = (all: 0, asleep: 0)
        while !left.isEmpty, steps.all < Self.longPatience, steps.asleep < Self.patience {
            steps.all += 1
            if !left.contains(where: { $0 == THREAD_RUNS }) { steps.asleep += 1 }
            usleep(1000)
            now = Self.list()
            left = strangers(now)
        }
        known = Set(now)
        return left.count
    }

    /// Whether work that was left keeps all of libdispatch's threads, so that no task of another class can
    /// begin; to be asked after `takeLeft()`.
    ///
    /// A process without such threads is not asked: a child has lost those of the process that it was forked from.
    func isPoolFull() -> Bool {
        known.contains { process_look_at_thread($0) == THREAD_IS_KEPT }
            && work_pool_serves(CInt(Self.longPatience)) == 0
    }

    /// Whether all threads but the main one and those of the system's libraries sleep until something happens, without a time limit;
    /// not where the kernel does not list them.
    static func allAwaitEvents() -> Bool {
        if process_is_alone() != 0 { return true }
        let ids = list()
        return !ids.isEmpty
            && ids.allSatisfy { id in
                switch process_look_at_thread(id) {
                case THREAD_RUNS: false
                case THREAD_SLEEPS: process_awaits_event(id) != 0
                default: true
                }
            }
    }

    /// Returns the states of the threads that are neither known nor kept by a library: running or sleeping.
    private func strangers(_ ids: [pid_t]) -> [process_thread_state] {
        let states = ids.filter { !known.contains($0) }.map(process_look_at_thread)
        return states.filter { $0 == THREAD_RUNS || $0 == THREAD_SLEEPS }
    }

    /// All threads of this process but the main one.
    private static func list() -> [pid_t] {
        [pid_t](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = Int(max(0, process_list_threads(buffer.baseAddress, CInt(buffer.count))))
        }
    }
}
