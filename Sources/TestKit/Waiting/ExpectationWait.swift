// SPDX-License-Identifier: MIT

/// A wait for several expectations, by a thread or a task.
///
/// Rule 22.
struct ExpectationWait {
    /// The expectations to wait for.
    let expectations: [Expectation]
    /// The time limit.
    let limit: Duration
    /// Whether they are to be fulfilled in the order of the list.
    let isOrdered: Bool
    /// The place of the wait.
    let location: SourceLocation
    /// The case that waits.
    let activity: Activity?
    /// The number of failures when the wait began.
    private let failures: Int

    /// A wait that begins now.
    init(_ expectations: [Expectation], limit: Duration, isOrdered: Bool = false, at location: SourceLocation) {
        self.expectations = expectations
        self.isOrdered = isOrdered
        self.limit = limit
        self.location = location
        activity = .current
        failures = activity?.failureCount ?? 0
        activity?.note(location)
    }

    /// Has the waiter woken by everything that can end the wait.
    func start(_ waiter: any Wakeable) {
        for expectation in expectations { expectation.add(waiter) }
        activity?.add(waiter)
    }

    /// Has the waiter woken no more.
    func end(_ waiter: any Wakeable) {
        for expectation in expectations { expectation.remove(waiter) }
        activity?.remove(waiter)
    }

    /// Whether there is nothing more to wait for.
    var isOver: Bool {
        var isOpen = false
        for expectation in expectations {
            switch expectation.verdict {
            case .failed: return true
            case .open: isOpen = true
            case .met: break
            }
        }
        return !isOpen || activity?.endsWait(after: failures) == true
    }

    /// Records the expectations that are not met, unless a failure of the case has ended the wait.
    ///
    /// - Returns: Whether all are met.
    func conclude() -> Bool {
        let findings = expectations.compactMap(\.finding)
        guard !findings.isEmpty else {
            guard let finding = orderFinding else { return true }
            Assertion.record(.init(finding), location, activity)
            return false
        }
        let hasFailed = expectations.contains { $0.verdict == .failed }
        if !hasFailed, activity?.endsWait(after: failures) == true { return false }
        let head = hasFailed ? "an expectation is not met" : "expectations are not met after \(TimeLimit.text(limit))"
        Assertion.record(.init("\(head): \(findings.joined(separator: "; "))"), location, activity)
        return false
    }
}

extension ExpectationWait {
    /// The finding about the order of fulfilment; nil if it is right, or if no order is required.
    private var orderFinding: String? {
        guard isOrdered else { return nil }
        let fulfilled = expectations.compactMap { expectation in expectation.order.map { (expectation.name, $0) } }
        let pairs = zip(fulfilled, fulfilled.dropFirst())
        guard let wrong = pairs.first(where: { $0.0.1 > $0.1.1 }) else { return nil }
        return "expectations are not met in order: \"\(wrong.1.0)\" was fulfilled before \"\(wrong.0.0)\""
    }
}

/// Waits until all expectations are met; a failure at this place if they are not met within the time limit.
///
/// On the main thread the main run loop is served meanwhile; another thread sleeps. In an `async` function the `async`
/// form is called. A wait in a case that waits for `finish()` ends at a failure of the case, and at its time limit.
///
/// - Parameters:
///   - expectations: The expectations to wait for.
///   - timeout: The time limit.
///   - enforceOrder: Whether they must be fulfilled in the order in which they are given.
///   - file: The file that waits.
///   - line: The line that waits.
/// - Returns: Whether all were met.
@discardableResult
public func wait(
    for expectations: Expectation..., timeout: Duration, enforceOrder: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
) -> Bool {
    wait(for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: file, line: line)
}

/// As ``wait(for:timeout:enforceOrder:file:line:)-(Expectation...,_,_,_,_)``, for an array.
@discardableResult
public func wait(
    for expectations: [Expectation], timeout: Duration, enforceOrder: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
) -> Bool {
    let wait = ExpectationWait(expectations, limit: timeout, isOrdered: enforceOrder, at: SourceLocation(file, line))
    _ = BlockingWait.run(until: TimeLimit.moment(in: timeout), start: wait.start, end: wait.end) { wait.isOver }
    return wait.conclude()
}

/// Waits until all expectations are met, and suspends the task meanwhile; a failure at this place if they are not met
/// within the time limit.
///
/// The wait also ends when the task is cancelled.
///
/// - Parameters:
///   - expectations: The expectations to wait for.
///   - timeout: The time limit.
///   - enforceOrder: Whether they must be fulfilled in the order in which they are given.
///   - file: The file that waits.
///   - line: The line that waits.
///   - isolation: Where the caller runs.
/// - Returns: Whether all were met.
@discardableResult
public func wait(
    for expectations: Expectation..., timeout: Duration, enforceOrder: Bool = false,
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
) async -> Bool {
    await wait(
        for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: file, line: line, isolation: isolation)
}

/// As the `async` form for single expectations, for an array.
@discardableResult
public func wait(
    for expectations: [Expectation], timeout: Duration, enforceOrder: Bool = false,
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
) async -> Bool {
    let wait = ExpectationWait(expectations, limit: timeout, isOrdered: enforceOrder, at: SourceLocation(file, line))
    _ = await SuspendedWait.run(
        until: TimeLimit.moment(in: timeout),
        isolation: isolation,
        start: wait.start,
        end: wait.end
    ) { wait.isOver }
    return wait.conclude()
}

/// Waits for a time.
///
/// On the main thread the main run loop is served meanwhile; another thread sleeps. Prefer an ``Expectation`` or
/// `expectEventually`, which end as soon as they can. A wait in a case that waits for `finish()` ends at a failure of the
/// case, and at its time limit.
public func wait(for time: Duration, file: StaticString = #filePath, line: UInt = #line) {
    // Nothing to wait for but the time and the end of all waits of the case: an expectation that cannot be fulfilled.
    let wait = ExpectationWait([], limit: time, at: SourceLocation(file, line))
    let failures = wait.activity?.failureCount ?? 0
    _ = BlockingWait.run(until: TimeLimit.moment(in: time), start: wait.start, end: wait.end) {
        wait.activity?.endsWait(after: failures) == true
    }
}

/// Waits for a time, and suspends the task meanwhile.
///
/// The wait also ends when the task is cancelled.
public func wait(
    for time: Duration, file: StaticString = #filePath, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
) async {
    Assertion.note(SourceLocation(file, line))
    try? await Task.sleep(for: max(time, .zero))
}
