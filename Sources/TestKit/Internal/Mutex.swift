// SPDX-License-Identifier: MIT

import Glibc

/// A value under a lock of the C library, which the thread sanitizer knows.
///
/// It does not see through the toolchain's `Mutex`, whose module also adds 4 s to each package's first build (`atomics.h`).
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
