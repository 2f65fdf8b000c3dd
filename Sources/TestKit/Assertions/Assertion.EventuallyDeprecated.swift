// SPDX-License-Identifier: MIT

// The forms that take seconds as numbers, from before they took a `Duration`.

/// Records a failure unless a condition comes to hold within a time limit, in seconds.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func expectEventually(
    _ condition: @autoclosure () throws -> Bool,
    within limit: Double = 1,
    pollingEvery interval: Double = 0.01,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) rethrows -> Bool {
    try expectEventually(
        try condition(), within: TimeLimit.duration(limit), pollingEvery: TimeLimit.duration(interval), comment(),
        file: file, line: line, column: column)
}

/// Ends the case with a failure unless a condition comes to hold within a time limit, in seconds.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@_disfavoredOverload
public func requireEventually(
    _ condition: @autoclosure () throws -> Bool,
    within limit: Double = 1,
    pollingEvery interval: Double = 0.01,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws {
    try requireEventually(
        try condition(), within: TimeLimit.duration(limit), pollingEvery: TimeLimit.duration(interval), comment(),
        file: file, line: line, column: column)
}

/// Records a failure unless a condition comes to hold within a time limit, in seconds, and suspends in between.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func expectEventually(
    _ condition: @autoclosure () async throws -> Bool,
    within limit: Double = 1,
    pollingEvery interval: Double = 0.01,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
) async rethrows -> Bool {
    try await expectEventually(
        try await condition(), within: TimeLimit.duration(limit), pollingEvery: TimeLimit.duration(interval), comment(),
        file: file, line: line, column: column, isolation: isolation)
}

/// Ends the case with a failure unless a condition comes to hold within a time limit, in seconds, and suspends in between.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@_disfavoredOverload
public func requireEventually(
    _ condition: @autoclosure () async throws -> Bool,
    within limit: Double = 1,
    pollingEvery interval: Double = 0.01,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
) async throws {
    try await requireEventually(
        try await condition(), within: TimeLimit.duration(limit), pollingEvery: TimeLimit.duration(interval), comment(),
        file: file, line: line, column: column, isolation: isolation)
}
