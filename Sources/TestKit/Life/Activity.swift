// SPDX-License-Identifier: MIT

import BundleABI
import Synchronization

/// One call of the host that runs suite code: the set-up of a class, a case, the tear-down of a class.
///
/// Failures find their activity in this order: the one that is bound to the task (and so to every task started from the
/// activity's code), else the one that the main thread is running. A thread that outlives its case without a task
/// cannot be told from one of the case that runs then.
final class Activity: Sendable {
    /// What has happened in the activity.
    private struct State {
        /// The last line that an assertion or `recordLocation()` saw.
        var location: SourceLocation?
        /// How many failures were recorded, warnings not counted.
        var failureCount = 0
        /// Whether the activity asked to be skipped.
        var isSkipped = false
    }

    /// The activity of the current task.
    @TaskLocal private static var bound: Activity?

    /// The activity that the main thread is running.
    ///
    /// Written on the main thread, read on any.
    private static let running = Mutex<Activity?>(nil)

    /// The activity that code on this thread belongs to, or nil outside of all activities.
    static var current: Activity? { bound ?? running.withLock { $0 } }

    /// The host that the activity belongs to.
    let host: HostConnection
    /// The host's number for it.
    let identifier: UInt64
    /// Guards what assertions on any thread write.
    private let state = Mutex(State())

    /// An activity as the host numbers it.
    init(_ identifier: UInt64, of host: HostConnection) {
        self.identifier = identifier
        self.host = host
    }

    /// How many failures were recorded so far.
    var failureCount: Int { state.withLock { $0.failureCount } }

    /// What the host is told of it at its end.
    var status: testkit_status {
        state.withLock { $0.failureCount > 0 ? TESTKIT_FAILED : $0.isSkipped ? TESTKIT_SKIPPED : TESTKIT_PASSED }
    }

    /// Runs suite code as this activity, on the main thread.
    func perform(_ work: () -> Void) {
        Self.running.withLock { $0 = self }
        defer { Self.running.withLock { $0 = nil } }
        Self.$bound.withValue(self) { work() }
    }

    /// Runs a hook or a body, and records the error that it lets out.
    ///
    /// - Parameter isTearDown: Whether it is too late to skip.
    /// - Returns: Whether it neither threw nor recorded a failure.
    @discardableResult
    func attempt(isTearDown: Bool = false, _ work: () throws -> Void) -> Bool {
        let before = failureCount
        do {
            try work()
        } catch {
            record(error, isTearDown: isTearDown)
            return false
        }
        return failureCount == before
    }

    /// Runs a body, and records the error that it lets out.
    func run(_ work: () throws -> Void) {
        do { try work() } catch { record(error, isTearDown: false) }
    }

    /// Remembers where the activity is.
    func note(_ location: SourceLocation) {
        state.withLock { $0.location = location }
        host.recordLocation(location, of: identifier)
    }

    /// Tells the host which part of the class's life runs.
    ///
    /// On the main thread only.
    func enter(_ phase: testkit_phase) {
        host.enter(phase, of: identifier)
    }

    /// Records an issue.
    func record(_ issue: Issue) {
        if issue.kind != .warning { state.withLock { $0.failureCount += 1 } }
        host.report(issue, of: identifier)
    }

    /// Records an error that suite code let out: a skip, an issue, or nothing new if it is a failed requirement.
    private func record(_ error: any Error, isTearDown: Bool) {
        switch error {
        case is RequirementFailure:
            return
        case let skip as SkipError where isTearDown:
            let message = "too late to skip, in a tear-down: \(skip.reason)"
            record(Issue(kind: .warning, message: message, location: skip.location))
        case let skip as SkipError:
            state.withLock { $0.isSkipped = true }
            host.reportSkip(skip.reason, at: skip.location, of: identifier)
        default:
            let location = state.withLock { $0.location }
            record(
                Issue(
                    kind: .error,
                    message: "unexpected error: \(ValueText.line(error)) (\(type(of: error)))",
                    location: location,
                    isLastKnownLocation: location != nil
                )
            )
        }
    }
}
