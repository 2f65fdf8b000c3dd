// SPDX-License-Identifier: MIT

/// Wakes a task: the suspended form of ``ThreadBell``.
final class Latch: Wakeable {
    /// The state shared by the task and those who wake it.
    private struct State {
        /// Whether it has rung since the last sleep.
        var isRung = false
        /// The task, while it is suspended.
        var sleeper: CheckedContinuation<Void, Never>?
    }

    /// Guards the fields that the task shares with those who wake it.
    private let state = Mutex(State())

    /// A latch that is closed.
    init() {}

    func wake() {
        let sleeper = state.withLock { state in
            if state.sleeper == nil { state.isRung = true }
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Suspends until it is woken; a cancelled task does not sleep.
    ///
    /// One task only.
    func sleep(isolation: isolated (any Actor)? = #isolation) async {
        await withTaskCancellationHandler(
            operation: {
                await withCheckedContinuation(isolation: isolation) { continuation in
                    let isAwake = state.withLock { state in
                        if state.isRung || Task.isCancelled {
                            state.isRung = false
                            return true
                        }
                        state.sleeper = continuation
                        return false
                    }
                    if isAwake { continuation.resume() }
                }
            },
            onCancel: { wake() },
            isolation: isolation
        )
    }
}

/// A wait that suspends the task that it is called in.
enum SuspendedWait {
    /// Waits until a condition is true, the moment has come or the task is cancelled; looks at once, and whenever the
    /// waiter is woken.
    ///
    /// - Returns: Whether the condition held.
    static func run(
        until moment: TimeLimit.Instant, isolation: isolated (any Actor)? = #isolation, start: (any Wakeable) -> Void,
        end: (any Wakeable) -> Void, _ condition: () -> Bool
    ) async -> Bool {
        let latch = Latch()
        start(latch)
        defer { end(latch) }
        if condition() { return true }
        let alarm = Task {
            try? await Task.sleep(until: moment, clock: .continuous)
            latch.wake()
        }
        defer { alarm.cancel() }
        while !condition() {
            guard TimeLimit.now < moment, !Task.isCancelled else { return false }
            await latch.sleep(isolation: isolation)
        }
        return true
    }
}
