// SPDX-License-Identifier: MIT

/// Records a failure unless the code throws an error, whichever.
///
/// - Returns: The error, or nil after a failure.
@discardableResult
public func expectThrows<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) -> (any Error)? {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return outcome.expect(comment, outcome.findingUnlessThrown, outcome.error)
}

/// Ends the case with a failure unless the code throws an error, whichever.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error.
@discardableResult
public func requireThrows<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) throws -> any Error {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return try outcome.require(comment, outcome.findingUnlessThrown, outcome.error)
}

/// Records a failure unless the code throws an error, whichever, for `async` code.
///
/// - Returns: The error, or nil after a failure.
@discardableResult
public func expectThrows<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> (any Error)? {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return outcome.expect(comment, outcome.findingUnlessThrown, outcome.error)
}

/// Ends the case with a failure unless the code throws an error, whichever, for `async` code.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error.
@discardableResult
public func requireThrows<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> any Error {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return try outcome.require(comment, outcome.findingUnlessThrown, outcome.error)
}
