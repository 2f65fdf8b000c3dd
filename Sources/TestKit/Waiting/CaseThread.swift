// SPDX-License-Identifier: MIT

import Glibc

/// A thread of a case's own.
enum CaseThread {
    /// The system gave no thread.
    struct Failure: Error, CustomStringConvertible {
        /// The result of `pthread_create`.
        let code: CInt
        /// For people.
        var description: String { "failed to start the case's thread: \(String(cString: strerror(code)))" }
    }

    /// Carries the work to the thread.
    private final class Work: Sendable {
        /// The work.
        let run: @Sendable () -> Void
        /// Wraps the work.
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs work on a new thread, which ends with it.
    static func start(_ work: @escaping @Sendable () -> Void) throws(Failure) {
        let box = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            box.toOpaque()
        )
        guard code == 0 else {
            box.release()
            throw Failure(code: code)
        }
        pthread_detach(thread)
    }
}
