// SPDX-License-Identifier: MIT

#if TESTKIT_PTHREAD_LOCKS
import Glibc

/// Takes the place of Synchronization's `Mutex` in builds for the thread sanitizer.
///
/// That one waits in a library that is not instrumented, so the sanitizer reports a race wherever two threads want it at
/// once. It does know the C library's locks.
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    /// Guards `value`.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// The value that the lock guards.
    private let value: UnsafeMutablePointer<Value>

    /// An open lock around a value.
    package init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Calls `body` with the value while no other thread has it.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
#endif
