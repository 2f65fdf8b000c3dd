// SPDX-License-Identifier: MIT

/// The main thread's loop: it serves the main queue, and so the main actor, while it waits for asynchronous code.
///
/// If a suite has loaded Foundation, Foundation's run loop runs, which also serves timers and sources.
///
/// Rule 19.
enum MainLoop {
    /// Whether others serve the main queue, so that code that waits on the main thread must not: true without a runner.
    static let isServedByOthers = AtomicFlag()

    /// The outcome of an operation.
    ///
    /// Written on the main actor and read on the main thread, which are one.
    private final class Completion: @unchecked Sendable {
        /// Nil until the operation has ended.
        var result: Result<Void, any Error>?
    }

    /// The longest turn of Foundation's loop that ``MainBell`` must be able to end: a call between two turns is lost.
    private static let slice = Duration.milliseconds(10)

    /// Runs an operation to its end; sleeps while nothing is to be done on the main queue.
    ///
    /// Throws what the operation throws.
    @MainActor
    static func wait(for operation: @escaping () async throws -> Void) throws {
        guard MainQueue.shared != nil else { throw MainQueue.Missing() }
        let completion = Completion()
        // The main thread waits here: no other code uses what the operation captures.
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
            turn(until: nil)
        }
    }

    /// Sleeps until there is something to serve, ``MainBell`` rings or the moment has come; serves what there is.
    ///
    /// On the main thread only. May return early.
    ///
    /// - Parameter moment: When to return at the latest; nil: when something was served on the main queue.
    static func turn(until moment: TimeLimit.Instant?) {
        let rest = moment.map { $0 - TimeLimit.now } ?? .seconds(3600)
        guard rest > .zero else { return }
        Activity.unbound {
            if !isServedByOthers.isSet, let loop = FoundationLoop.find() {
                let span = moment == nil ? rest : min(rest, slice)
                if loop.turn(for: span) { return }
            }
            MainQueue.turn(for: rest)
        }
    }
}
