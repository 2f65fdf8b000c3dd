// SPDX-License-Identifier: MIT

/// Records a failure unless the code throws an error of the type.
///
/// - Returns: The error, or nil after a failure.
@discardableResult
public func expectThrows<Failure: Error, Result>(
    _ type: Failure.Type, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) -> Failure? {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return outcome.expect(comment, outcome.finding(unlessThrown: type), outcome.error as? Failure)
}

/// Ends the case with a failure unless the code throws an error of the type.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error.
@discardableResult
public func requireThrows<Failure: Error, Result>(
    _ type: Failure.Type, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) throws -> Failure {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return try outcome.require(comment, outcome.finding(unlessThrown: type), outcome.error as? Failure)
}

/// Records a failure unless the code throws an error of the type, for `async` code.
///
/// - Returns: The error, or nil after a failure.
@discardableResult
public func expectThrows<Failure: Error, Result>(
    _ type: Failure.Type, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> Failure? {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return outcome.expect(comment, outcome.finding(unlessThrown: type), outcome.error as? Failure)
}

/// Ends the case with a failure unless the code throws an error of the type, for `async` code.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The error.
@discardableResult
public func requireThrows<Failure: Error, Result>(
    _ type: Failure.Type, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Failure {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return try outcome.require(comment, outcome.finding(unlessThrown: type), outcome.error as? Failure)
}
