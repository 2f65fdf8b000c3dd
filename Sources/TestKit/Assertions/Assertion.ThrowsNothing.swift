// SPDX-License-Identifier: MIT

/// Records a failure unless the code returns without an error.
///
/// - Returns: The code's result, or nil after a failure.
@discardableResult
public func expectThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: () throws -> Result
) -> Result? {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let outcome = Outcome.of(body)
    Assertion.expect(location, comment) { outcome.findingIfThrown }
    return outcome.value
}

/// Ends the case with a failure unless the code returns without an error.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The code's result.
@discardableResult
public func requireThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: () throws -> Result
) throws -> Result {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let outcome = Outcome.of(body)
    try Assertion.require(location, comment) { outcome.findingIfThrown }
    guard let result = outcome.value else { throw RequirementFailure() }
    return result
}

/// Records a failure unless the code returns without an error, for `async` code.
///
/// - Returns: The code's result, or nil after a failure.
@discardableResult
public func expectThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async -> Result? {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let outcome = await Outcome.ofAsync(isolation: isolation, body)
    Assertion.expect(location, comment) { outcome.findingIfThrown }
    return outcome.value
}

/// Ends the case with a failure unless the code returns without an error, for `async` code.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The code's result.
@discardableResult
public func requireThrowsNothing<Result>(
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async throws -> Result {
    let location = SourceLocation(file, line, column)
    Assertion.note(location)
    let outcome = await Outcome.ofAsync(isolation: isolation, body)
    try Assertion.require(location, comment) { outcome.findingIfThrown }
    guard let result = outcome.value else { throw RequirementFailure() }
    return result
}
