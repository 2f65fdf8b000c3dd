// SPDX-License-Identifier: MIT

/// Records a failure unless the code returns without an error.
///
/// - Returns: The code's result, or nil after a failure.
@discardableResult
public func expectThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) -> Result? {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return outcome.expect(comment, outcome.findingIfThrown, outcome.value)
}

/// Ends the case with a failure unless the code returns without an error.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The code's result.
@discardableResult
public func requireThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Result
) throws -> Result {
    let outcome = Outcome.of(SourceLocation(file, line, column), body)
    return try outcome.require(comment, outcome.findingIfThrown, outcome.value)
}

/// Records a failure unless the code returns without an error, for `async` code.
///
/// - Returns: The code's result, or nil after a failure.
@discardableResult
public func expectThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> Result? {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return outcome.expect(comment, outcome.findingIfThrown, outcome.value)
}

/// Ends the case with a failure unless the code returns without an error, for `async` code.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The code's result.
@discardableResult
public func requireThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
    let outcome = await Outcome.of(SourceLocation(file, line, column), isolation: isolation, body)
    return try outcome.require(comment, outcome.findingIfThrown, outcome.value)
}
