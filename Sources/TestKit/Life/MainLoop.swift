// SPDX-License-Identifier: MIT

/// The main thread's loop: it serves the main queue, and so the main actor, while it waits for asynchronous code.
@MainActor
enum MainLoop {
    /// How an operation ended.
    ///
    /// Written on the main actor and read on the main thread, which are one.
    private final class Completion: @unchecked Sendable {
        /// Nil until the operation has ended.
        var result: Result<Void, any Error>?
    }

    /// Runs an operation to its end; sleeps while nothing is to be done on the main queue.
    ///
    /// Called on the main thread only. Throws what the operation throws.
    static func wait(for operation: @escaping () async throws -> Void) throws {
        guard let queue = MainQueue.shared else { throw MainQueue.Missing() }
        let completion = Completion()
        // The main thread waits here: nobody else uses what the operation captures.
        nonisolated(unsafe) let operation = operation
        Task { @MainActor in
            do {
                try await operation()
                completion.result = .success(())
            } catch {
                completion.result = .failure(error)
            }
        }
        // The task ends on the main queue; so what ends it also ends the sleep.
        while true {
            if let result = completion.result { return try result.get() }
            queue.turn()
        }
    }
}
