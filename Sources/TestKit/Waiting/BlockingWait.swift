// SPDX-License-Identifier: MIT

/// A wait that keeps the thread that it is called on: the main thread serves its loop meanwhile, another one sleeps.
///
/// Rule 23.
enum BlockingWait {
    /// Waits until a condition is true or the moment has come; looks at once, and whenever the waiter is woken.
    ///
    /// - Parameters:
    ///   - moment: When to give up.
    ///   - interval: The longest sleep between two looks, for conditions that wake no thread; nil if none is needed.
    ///   - start: Gets the waiter before the first look, to have it woken.
    ///   - end: Gets the waiter after the last.
    ///   - condition: Looked at on the calling thread.
    /// - Returns: Whether the condition became true.
    static func run(
        until moment: TimeLimit.Instant, interval: Duration? = nil, start: (any Wakeable) -> Void = { _ in },
        end: (any Wakeable) -> Void = { _ in }, _ condition: () throws -> Bool
    ) rethrows -> Bool {
        let bell = MainThread.isCurrent ? nil : ThreadBell()
        let waiter: any Wakeable = bell ?? MainBell.shared
        start(waiter)
        defer { end(waiter) }
        while try !condition() {
            let now = TimeLimit.now
            guard now < moment else { return false }
            let next = interval.map { min(moment, now + $0) } ?? moment
            if let bell { bell.sleep(until: next) } else { MainLoop.turn(until: next) }
        }
        return true
    }
}
