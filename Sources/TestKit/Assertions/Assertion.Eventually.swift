// SPDX-License-Identifier: MIT

/// The polling of conditions.
///
/// Rule 23.
private enum Poll {
    /// Returns the finding if the condition is not true.
    static func finding(_ holds: Bool, _ limit: Duration) -> Assertion.Finding? {
        holds ? nil : .init("expected the condition to hold within \(TimeLimit.text(limit)), but it did not")
    }

    /// Polls until the condition is true, on the calling thread.
    static func holds(
        _ limit: Duration, _ interval: Duration, _ condition: () throws -> Bool
    ) rethrows -> Bool {
        let activity = Activity.current
        let failures = activity?.failureCount ?? 0
        var isEnded = false
        let holds = try BlockingWait.run(until: TimeLimit.moment(in: limit), interval: span(interval)) {
            isEnded = activity?.endsWait(after: failures) == true
            return try isEnded || condition()
        }
        // The last look is at the limit itself: a late one is better than a wrong failure.
        return try holds && !isEnded || condition()
    }

    /// Polls until the condition is true, and suspends in between.
    static func holds(
        _ limit: Duration, _ interval: Duration, isolation: isolated (any Actor)?, _ condition: () async throws -> Bool
    ) async rethrows -> Bool {
        let end = TimeLimit.moment(in: limit)
        while true {
            if try await condition() { return true }
            let now = TimeLimit.now
            guard now < end, !Task.isCancelled else { return false }
            try? await Task.sleep(until: min(end, now + span(interval)), clock: .continuous)
        }
    }

    /// An interval that leaves the processor alone.
    private static func span(_ interval: Duration) -> Duration { max(.milliseconds(1), interval) }
}

/// Records a failure unless a condition becomes true within a time limit.
///
/// Looks at once, then again and again. On the main thread the main run loop is served
/// meanwhile; another thread sleeps.
///
/// - Parameters:
///   - condition: The condition that must become true.
///   - limit: The time limit.
///   - interval: The time between two looks, at least a millisecond.
///   - comment: Something to add to a failure.
///   - file: The file of the assertion.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
/// - Returns: Whether the condition became true.
@discardableResult
public func expectEventually(
    _ condition: @autoclosure () throws -> Bool, within limit: Duration = .seconds(1),
    pollingEvery interval: Duration = .milliseconds(10), _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) rethrows -> Bool {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let holds = try Poll.holds(limit, interval, condition)
    return Assertion.expect(location, comment) { Poll.finding(holds, limit) }
}

/// Ends the case with a failure unless a condition becomes true within a time limit.
///
/// Looks at once, then again and again. On the main thread the main run loop is served
/// meanwhile; another thread sleeps. Throws after it has recorded the failure; let
/// the error out of the case.
///
/// - Parameters:
///   - condition: The condition that must become true.
///   - limit: The time limit.
///   - interval: The time between two looks, at least a millisecond.
///   - comment: Something to add to a failure.
///   - file: The file of the assertion.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
public func requireEventually(
    _ condition: @autoclosure () throws -> Bool, within limit: Duration = .seconds(1),
    pollingEvery interval: Duration = .milliseconds(10), _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let holds = try Poll.holds(limit, interval, condition)
    try Assertion.require(location, comment) { Poll.finding(holds, limit) }
}

/// Records a failure unless a condition becomes true within a time limit.
///
/// Looks at once, then again and again, and suspends the task in between. The wait also ends when the task is cancelled.
///
/// - Parameters:
///   - condition: The condition that must become true.
///   - limit: The time limit.
///   - interval: The time between two looks, at least a millisecond.
///   - comment: Something to add to a failure.
///   - file: The file of the assertion.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
///   - isolation: Where the caller runs.
/// - Returns: Whether the condition became true.
@discardableResult
public func expectEventually(
    _ condition: @autoclosure () async throws -> Bool, within limit: Duration = .seconds(1),
    pollingEvery interval: Duration = .milliseconds(10), _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
) async rethrows -> Bool {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let holds = try await Poll.holds(limit, interval, isolation: isolation, condition)
    return Assertion.expect(location, comment) { Poll.finding(holds, limit) }
}

/// Ends the case with a failure unless a condition becomes true within a time limit.
///
/// Looks at once, then again and again, and suspends the task in between. The wait also ends when the task is cancelled.
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Parameters:
///   - condition: The condition that must become true.
///   - limit: The time limit.
///   - interval: The time between two looks, at least a millisecond.
///   - comment: Something to add to a failure.
///   - file: The file of the assertion.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
///   - isolation: Where the caller runs.
public func requireEventually(
    _ condition: @autoclosure () async throws -> Bool, within limit: Duration = .seconds(1),
    pollingEvery interval: Duration = .milliseconds(10), _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
) async throws {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let holds = try await Poll.holds(limit, interval, isolation: isolation, condition)
    try Assertion.require(location, comment) { Poll.finding(holds, limit) }
}
