// SPDX-License-Identifier: MIT

/// A synchronous case that works on another thread while the main thread turns its loop, and that ends by `finish()`.
///
/// ```
/// run
///   start       the body, on a thread of its own or on the main queue
///   wait        turns the main loop until the body has returned and finish() was called, or there is a failure
///   dismiss     the time is over: ends the body's waits; a body that goes on nevertheless ends the worker
/// ```
///
/// Rules 20 and 21.
@MainActor
struct WaitingCase: Sendable {
    /// The body, by where it starts.
    enum Start: Sendable {
        /// On a thread of its own.
        case thread(@Sendable (TestCase) throws -> Void)
        /// On the main queue.
        case mainQueue(@MainActor (TestCase) throws -> Void)
    }

    /// Where a body starts.
    enum Place: Sendable {
        /// On a thread of its own.
        case thread
        /// On the main queue.
        case mainQueue

        /// The place that the name of a synchronous case asks for; nil for a plain case.
        nonisolated init?(_ name: StaticString) {
            guard Self.mayBeNamed(name) else { return nil }
            if name.hasSuffix("Asyncmain") || Self.mainPrefixes.contains(where: name.hasPrefix) {
                self = .mainQueue
            } else if name.hasSuffix("Async") || Self.threadPrefixes.contains(where: name.hasPrefix) {
                self = .thread
            } else {
                return nil
            }
        }

        /// The prefixes of the names of cases that start on the main queue.
        private nonisolated static let mainPrefixes: [StaticString] = [
            "testAsyncmain", "outlineTestAsyncmain", "parameterisedTestAsyncmain", "parameterizedTestAsyncmain",
        ]
        /// The prefixes of the names of cases that start on a thread of their own, if none of the others fits.
        private nonisolated static let threadPrefixes: [StaticString] = [
            "testAsync", "outlineTestAsync", "parameterisedTestAsync", "parameterizedTestAsync",
        ]

        /// Whether a name is worth comparing: all that are meant have a capital A after "test", end in "c" or "n", or are
        /// no plain test's.
        private nonisolated static func mayBeNamed(_ name: StaticString) -> Bool {
            let count = name.utf8CodeUnitCount
            guard count > 4 else { return false }
            let (start, last) = (name.utf8Start[4], name.utf8Start[count - 1])
            return start == UInt8(ascii: "A") || last == UInt8(ascii: "c") || last == UInt8(ascii: "n")
                || name.utf8Start.pointee != UInt8(ascii: "t")
        }
    }

    /// The time that a body has to return after its waits were ended.
    private nonisolated static let grace = Duration.milliseconds(500)
    /// The time between two looks of the watcher of a body on the main queue at the limit, which the body may change.
    private nonisolated static let watchInterval = Duration.milliseconds(50)

    /// The body's end; written on the body's thread, read on the main thread.
    private final class Progress: Sendable {
        /// Whether the body has returned.
        let hasReturned = AtomicFlag()
    }

    /// The case's name, without `focus_`.
    let name: String
    /// Its body.
    let start: Start
    /// The case.
    let activity: Activity

    /// Runs the body and waits for the case's end.
    func run(of instance: TestCase) {
        let progress = Progress()
        let failures = activity.failureCount
        activity.withExtras { $0.endsWaitsOnFailure = true }
        activity.add(MainBell.shared)
        defer { activity.remove(MainBell.shared) }
        let begin = TimeLimit.now
        guard start(of: instance, progress) else { return }
        while !isOver(progress, failures, instance) {
            let settings = instance.waitSettings.current
            let end = begin + min(settings.finishTimeout, TimeLimit.forever)
            let now = TimeLimit.now
            guard now < end else {
                reportTimeout(progress, limit: settings.finishTimeout)
                return dismiss(progress) { MainLoop.turn(until: $0) }
            }
            MainLoop.turn(until: min(end, now + max(settings.runLoopSlice, .milliseconds(1))))
        }
    }

    /// Starts the body; returns whether that was possible.
    private func start(of instance: TestCase, _ progress: Progress) -> Bool {
        // The instance is the body's until it has returned; until then the main thread leaves it alone.
        nonisolated(unsafe) let instance = instance
        let activity = activity
        switch start {
        case .mainQueue(let body):
            Task { @MainActor in
                activity.attempt { try body(instance) }
                progress.hasReturned.set()
                activity.wakeWaiters()
            }
            watch(progress, instance.waitSettings)
        case .thread(let body):
            let work: @Sendable () -> Void = {
                activity.bind { activity.attempt { try body(instance) } }
                progress.hasReturned.set()
                MainBell.shared.wake()
            }
            do { try CaseThread.start(work) } catch {
                activity.record(Issue(kind: .error, message: "\(error)"))
                return false
            }
        }
        return true
    }

    /// Whether the case has come to its end.
    private func isOver(_ progress: Progress, _ failures: Int, _ instance: TestCase) -> Bool {
        guard progress.hasReturned.isSet else { return false }
        return instance.waitSettings.current.finishesOnExit || activity.withExtras { $0.isFinished }
            || activity.failureCount > failures || activity.isSkipped
    }

    /// Watches from another thread whether a body on the main queue keeps the main thread for longer than the limit.
    ///
    /// The main thread cannot do that itself while the body keeps it.
    private func watch(_ progress: Progress, _ settings: WaitSettings) {
        let begin = TimeLimit.now
        let watcher: @Sendable () -> Void = { [self] in
            let isOverdue = { TimeLimit.now >= begin + min(settings.current.finishTimeout, TimeLimit.forever) }
            _ = BlockingWait.run(
                until: TimeLimit.moment(in: TimeLimit.forever),
                interval: Self.watchInterval,
                start: activity.add,
                end: activity.remove
            ) { progress.hasReturned.isSet || isOverdue() }
            guard !progress.hasReturned.isSet else { return }
            reportTimeout(progress, limit: settings.current.finishTimeout)
            let bell = ThreadBell()
            dismiss(progress) { bell.sleep(until: min($0, TimeLimit.now + Self.watchInterval)) }
        }
        // Without the thread it is the host's time limit that counts.
        try? CaseThread.start(watcher)
    }

    /// The advice for a case that has not ended.
    private nonisolated static let advice =
        "which a case named testAsync… or …Async must do; call it, set finishesOnExit, or rename the case"

    /// Fails the case because of its time.
    private nonisolated func reportTimeout(_ progress: Progress, limit: Duration) {
        let hasReturned = progress.hasReturned.isSet
        let location = activity.lastLocation
        activity.record(
            Issue(
                kind: .error,
                message: "\(name) took longer than its limit of \(TimeLimit.text(limit)): "
                    + (hasReturned ? "finish() was not called, \(Self.advice)" : "its body has not returned"),
                location: location,
                isLastKnownLocation: location != nil
            )
        )
    }

    /// Ends the body's waits; ends the worker if it does not return nevertheless.
    ///
    /// - Parameter sleep: Lets time pass, until a moment or less.
    private nonisolated func dismiss(_ progress: Progress, sleep: (TimeLimit.Instant) -> Void) {
        activity.withExtras { $0.isOverdue = true }
        activity.wakeWaiters()
        let end = TimeLimit.now + Self.grace
        while !progress.hasReturned.isSet {
            guard TimeLimit.now < end else { return activity.host.abandonWorker(activity.identifier) }
            sleep(end)
        }
    }
}
