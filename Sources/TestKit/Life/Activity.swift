// SPDX-License-Identifier: MIT

import BundleABI
import ModuleSection

/// One call of the host that runs suite code: the set-up of a class, a case, the tear-down of a class.
///
/// Failures find their activity in this order: the one that is bound to the task (and so to every task started from the
/// activity's code), else the one that started what the thread does, as the host knows it, which may have ended. Where the host
/// does not know such things, it is the one that the main thread is running.
///
/// Unchecked: fields that are not constant and have no lock are written only before other threads know the activity.
///
/// Rule 6.
final class Activity: @unchecked Sendable {
    /// The events of the activity so far.
    private struct State {
        /// The last line that an assertion or `recordLocation()` saw.
        var location: SourceLocation?
        /// The number of failures that were recorded, warnings not counted.
        var failureCount = 0
        /// Whether the first failure was not a failed assertion.
        var failedUnexpectedly = false
        /// Whether the activity asked to be skipped.
        var isSkipped = false
        /// The issues that were kept back.
        var collected: [Issue] = []
        /// Whether a hook or the body was ended by an error.
        var hasThrown = false
    }

    /// The name of an activity, for observers.
    struct Place: Sendable {
        /// The test.
        let test: String
        /// The case; nil in a set-up or tear-down of the test.
        let name: String?
    }

    /// The activity of the current task.
    @TaskLocal private static var bound: Activity?

    /// The activity that the main thread is running.
    ///
    /// Written on the main thread, read on any.
    private static let running = Mutex<Activity?>(nil)

    /// The activity that code on this thread belongs to, or nil outside of all activities.
    ///
    /// It may have ended or be unknown; then a report belongs to no case.
    static var current: Activity? {
        if let bound { return bound }
        let running = running.withLock { $0 }
        guard let host = HostConnection.current, let origin = host.origin, origin != running?.identifier else {
            return running
        }
        // The failure says how to link.
        if running == nil, origin == TESTKIT_NO_ACTIVITY { return nil }
        return Activity(origin, of: host)
    }

    /// As `current`, but nil if this bundle is not running that activity.
    static var own: Activity? {
        if let bound { return bound }
        let running = running.withLock { $0 }
        guard let running, let origin = running.host.origin else { return running }
        return origin == running.identifier ? running : nil
    }

    /// The host's number for the activity of the current task, or `TESTKIT_NO_ACTIVITY`.
    static var boundIdentifier: UInt64 { bound?.identifier ?? TESTKIT_NO_ACTIVITY }

    /// Runs code that also serves other activities' work, on the main thread: that work belongs to the activity that started it.
    static func unbound<Result>(_ work: () throws -> Result) rethrows -> Result {
        try $bound.withValue(nil, operation: work)
    }

    /// The host that the activity belongs to.
    let host: HostConnection
    /// The host's number for it.
    @exclusivity(unchecked) private(set) var identifier: UInt64
    /// Its name; nil if there is no observer.
    @exclusivity(unchecked) private var place: Place?
    /// Guards the fields that assertions write on any thread.
    ///
    /// Written by `change`.
    private let state = Mutex(State())
    /// Whether anything was written there: a case without an assertion needs no lock, each of which takes a tenth of its time in a debug
    /// build.
    ///
    /// Written under the lock, read on any thread.
    private let isChanged = AtomicFlag()
    /// The state that only some activities need, under a lock, since suite code on any thread writes it.
    ///
    /// Use it by `withExtras`.
    let extras = Mutex(Extras())
    /// Whether `extras` was used, so that the activity's end must clean it up.
    ///
    /// Written on any thread.
    let hasExtras = AtomicFlag()

    /// Whether issues are collected here and not reported to the host.
    private let isCollecting: Bool

    /// An activity as the host numbers it.
    init(_ identifier: UInt64, of host: HostConnection, observedAs place: Place? = nil) {
        self.identifier = identifier
        self.place = place
        self.host = host
        isCollecting = false
    }

    /// An activity that the host does not know, and whose issues the caller takes.
    init(collectingFor host: HostConnection) {
        identifier = TESTKIT_NO_ACTIVITY
        place = nil
        self.host = host
        isCollecting = true
    }

    /// Reuses the object of an ended activity, to which no reference is left, for the next one.
    ///
    /// Saves half of the time that a passing case takes here.
    ///
    /// - Returns: False if it keeps too much of its past: then take a new one.
    func begin(again identifier: UInt64, observedAs place: Place?) -> Bool {
        // The thread that gave up the last reference wrote before that: those writes are visible here.
        testkit_fence()
        if hasExtras.isSet { return false }
        self.identifier = identifier
        self.place = place
        if isChanged.isSet {
            state.withLock { $0 = State() }
            isChanged.set(false)
        }
        return true
    }

    /// Writes the state.
    private func change(_ work: (inout State) -> Void) {
        state.withLock { state in
            isChanged.set()
            work(&state)
        }
    }

    /// The issues that were kept back.
    var collected: [Issue] { state.withLock { $0.collected } }

    /// The last line that an assertion or `recordLocation()` saw.
    var lastLocation: SourceLocation? { state.withLock { $0.location } }

    /// The number of failures that were recorded so far.
    var failureCount: Int { isChanged.isSet ? state.withLock { $0.failureCount } : 0 }

    /// Whether the activity asked to be skipped.
    var isSkipped: Bool { state.withLock { $0.isSkipped } }

    /// The status that the host receives at its end.
    var status: testkit_status {
        guard isChanged.isSet else { return TESTKIT_PASSED }
        return state.withLock { $0.failureCount > 0 ? TESTKIT_FAILED : $0.isSkipped ? TESTKIT_SKIPPED : TESTKIT_PASSED }
    }

    /// Whether the first failure was not a failed assertion.
    var failedUnexpectedly: Bool { state.withLock { $0.failedUnexpectedly } }

    /// Whether a hook or the body was ended by an error, a skip or a failed requirement.
    var hasThrown: Bool { state.withLock { $0.hasThrown } }

    /// Runs suite code as this activity, on the main thread.
    func perform(_ work: () -> Void) {
        let outer = Self.running.withLock { running in
            defer { running = self }
            return running
        }
        defer { Self.running.withLock { $0 = outer } }
        Self.$bound.withValue(self) { ForeignAssertions.run(work) }
    }

    /// Runs suite code as this activity, which may await.
    @MainActor
    func performAwaiting(_ work: @MainActor () async -> Void) async {
        Self.running.withLock { $0 = self }
        await Self.$bound.withValue(self) { await work() }
        Self.running.withLock { $0 = nil }
    }

    /// Runs suite code as part of this activity, on a thread other than the main one.
    func bind(_ work: () -> Void) { Self.$bound.withValue(self) { work() } }

    /// Runs a hook or a body, and records the error that it lets out.
    ///
    /// - Parameters:
    ///   - isTearDown: Whether it is too late to skip.
    ///   - place: The place of the hook, for an error before which the hook recorded no line.
    /// - Returns: Whether it neither threw nor recorded a failure.
    @discardableResult
    func attempt(
        isTearDown: Bool = false, at place: @autoclosure () -> SourceLocation? = nil, _ work: () throws -> Void
    ) -> Bool {
        let before = failureCount
        let start = isChanged.isSet ? lastLocation : nil
        do {
            try work()
        } catch {
            if lastLocation == start, let place = place() { change { $0.location = place } }
            take(error, isTearDown: isTearDown)
            return false
        }
        return failureCount == before
    }

    /// Runs a body, and records the error that it lets out.
    func run(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            take(error)
        }
    }

    /// Takes the error by which a hook or a body has ended.
    private func take(_ error: any Error, isTearDown: Bool = false) {
        change { $0.hasThrown = true }
        record(error, isTearDown: isTearDown)
    }

    /// Remembers where the activity is.
    func note(_ location: SourceLocation) {
        // By hand: each assertion comes here.
        state.withLock { state in
            isChanged.set()
            state.location = location
        }
        host.recordLocation(location, of: identifier)
    }

    /// Reports to the host which part of the class's life runs.
    ///
    /// On the main thread only.
    func enter(_ phase: testkit_phase) { host.enter(phase, of: identifier) }

    /// Records an issue.
    func record(_ issue: Issue) {
        if let known = KnownIssue.take(issue) { return host.report(known, of: identifier) }
        if isCollecting {
            return change { state in
                if issue.isFailure { state.failureCount += 1 }
                state.collected.append(issue)
            }
        }
        host.report(identifier == TESTKIT_NO_ACTIVITY ? issue.ofNobody : issue, of: identifier)
        guard issue.isFailure else { return }
        change { state in
            if state.failureCount == 0 { state.failedUnexpectedly = issue.kind != .assertion }
            state.failureCount += 1
        }
        wakeWaiters()
        if let place { TestObservers.notify(.failureRecorded(issue.observed(in: place))) }
    }

    /// Records an error that suite code let out: a skip, an issue, or nothing new if it is a failed requirement.
    func record(_ error: any Error, isTearDown: Bool) {
        switch error {
        case is RequirementFailure:
            return
        case _ where ForeignIssue.isReported(error):
            return
        case _ where ForeignIssue.skipReason(error) != nil:
            let reason = ForeignIssue.skipReason(error) ?? ""
            record(SkipError(reason: reason, location: lastLocation ?? SourceLocation("", 0)), isTearDown: isTearDown)
        case let skip as SkipError where isTearDown:
            let message = "a tear-down cannot skip the case: \(skip.reason)"
            record(Issue(kind: .warning, message: message, location: skip.location))
        case let skip as SkipError:
            change { $0.isSkipped = true }
            host.reportSkip(skip.reason, at: skip.location, of: identifier)
        case let fault as ExampleError where fault.origin != nil:
            record(Issue(kind: .error, message: "unexpected error: \(fault)", origin: fault.origin))
        default:
            let location = state.withLock { $0.location }
            record(
                Issue(
                    kind: .error, message: "unexpected error: \(ErrorText.line(error))", location: location,
                    isLastKnownLocation: location != nil)
            )
        }
    }
}
