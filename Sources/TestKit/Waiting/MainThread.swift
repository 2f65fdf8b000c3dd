// SPDX-License-Identifier: MIT

import Glibc

/// The process's main thread.
enum MainThread {
    /// Its `pthread_t`; 0 before the bundle is connected.
    ///
    /// Written on the main thread, read on any.
    private static let identifier = Atomic(0)

    /// Whether the code runs on it.
    static var isCurrent: Bool { identifier.load() == UInt(pthread_self()) }

    /// Marks the current thread as the main thread.
    static func noteCurrent() { identifier.store(UInt(pthread_self())) }
}
