// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Finds the threads that a class left running.
struct ThreadWatch {
    /// How many threads are looked at.
    private static let capacity = 4096
    /// How long a thread that sleeps is given to end, in steps of a millisecond.
    private static let patience = 20
    /// How long one is given that has work to do, which on a busy machine may be its end.
    private static let longPatience = 200

    /// The threads, except the main one, that are no leak or have been reported.
    private var known: Set<pid_t> = []

    /// Makes the present threads the reference.
    mutating func rebase() { known = process_is_alone() != 0 ? [] : Set(Self.list()) }

    /// How many threads have come since the last call and stay, less those that the system's libraries keep.
    ///
    /// Those are known from then on.
    mutating func takeLeft() -> Int {
        // Nearly always.
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

    /// How those of some threads are that are not known and not kept by a library: they run, or they sleep.
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
