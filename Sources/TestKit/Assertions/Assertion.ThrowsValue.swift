// SPDX-License-Identifier: MIT

/// Records a failure unless the code throws an error that is equal to this one.
///
/// - Returns: The error that was thrown, or nil after a failure.
@discardableResult
public func expectThrows<Failure: Error & Equatable, Result>(
    _ error: Failure, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) -> Failure? {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return outcome.expect(comment, outcome.finding(unlessThrown: error), outcome.error as? Failure)
}

/// Ends the case with a failure unless the code throws an error that is equal to this one.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error that was thrown.
@discardableResult
public func requireThrows<Failure: Error & Equatable, Result>(
    _ error: Failure, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) throws -> Failure {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return try outcome.require(comment, outcome.finding(unlessThrown: error), outcome.error as? Failure)
}

/// Records a failure unless the code throws an error that is equal to this one, for `async` code.
///
/// - Returns: The error that was thrown, or nil after a failure.
@discardableResult
public func expectThrows<Failure: Error & Equatable, Result>(
    _ error: Failure, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> Failure? {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return outcome.expect(comment, outcome.finding(unlessThrown: error), outcome.error as? Failure)
}

/// Ends the case with a failure unless the code throws an error that is equal to this one, for `async` code.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error that was thrown.
@discardableResult
public func requireThrows<Failure: Error & Equatable, Result>(
    _ error: Failure, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Failure {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return try outcome.require(comment, outcome.finding(unlessThrown: error), outcome.error as? Failure)
}
