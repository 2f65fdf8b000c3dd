// SPDX-License-Identifier: MIT

import Glibc

/// Wakes a thread other than the main one.
///
/// Unchecked: the mutex guards `isRung`, and the pointers never change.
final class ThreadBell: Wakeable, @unchecked Sendable {
    /// Guards `isRung`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// Signalled when `isRung` becomes true.
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Whether it has rung since the last sleep.
    private var isRung = false

    /// A bell that has not rung.
    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func wake() {
        pthread_mutex_lock(mutex)
        isRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Sleeps until it is rung or the moment has come.
    func sleep(until moment: TimeLimit.Instant) {
        pthread_mutex_lock(mutex)
        while !isRung {
            let rest = moment - TimeLimit.now
            guard rest > .zero else { break }
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            let nanoseconds = time.tv_nsec + Int(rest.components.attoseconds / 1_000_000_000)
            time.tv_sec += Int(rest.components.seconds) + nanoseconds / 1_000_000_000
            time.tv_nsec = nanoseconds % 1_000_000_000
            pthread_cond_timedwait(condition, mutex, &time)
        }
        isRung = false
        pthread_mutex_unlock(mutex)
    }
}
