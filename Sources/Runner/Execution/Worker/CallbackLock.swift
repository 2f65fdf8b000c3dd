// SPDX-License-Identifier: MIT

import WorkerShims

/// A value that a bundle's callbacks use on any thread, and the lock that guards it.
///
/// A `Mutex` would stay locked when its thread is cancelled, and in a child that is forked while another thread has it locked.
final class CallbackLock<Value>: @unchecked Sendable {
    /// The value; never freed.
    private let place: UnsafeMutablePointer<Value>
    /// The lock, which lives as long as the process.
    private let lock: UnsafeMutablePointer<callback_lock>

    /// Guards a value; on a worker's main thread.
    init(_ value: Value) {
        lock = callback_lock_make()
        place = .allocate(capacity: 1)
        place.initialize(to: value)
    }

    /// Lends the value to a function, and returns what that returns; to be called on any thread, but not by the function.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        callback_lock_take(lock)
        defer { callback_lock_give(lock) }
        return body(&place.pointee)
    }
}
