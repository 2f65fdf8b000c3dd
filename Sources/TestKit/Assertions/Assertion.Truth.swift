// SPDX-License-Identifier: MIT

/// Records a failure unless the condition is true.
public func expectTrue(
    _ condition: Bool, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        condition ? nil : .init("expected true, got false")
    }
}

/// Ends the case with a failure unless the condition is true.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireTrue(
    _ condition: Bool, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        condition ? nil : .init("expected true, got false")
    }
}

/// Records a failure unless the condition is false.
public func expectFalse(
    _ condition: Bool, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        condition ? .init("expected false, got true") : nil
    }
}

/// Ends the case with a failure unless the condition is false.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireFalse(
    _ condition: Bool, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        condition ? .init("expected false, got true") : nil
    }
}

/// Records a failure unless the value is nil.
public func expectNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) { value.map { .init(expected: "nil", got: $0) } }
}

/// Ends the case with a failure unless the value is nil.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) { value.map { .init(expected: "nil", got: $0) } }
}

/// Records a failure unless there is a value.
public func expectNotNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        value == nil ? .init("expected a value of type \(Value.self), got nil") : nil
    }
}

/// Ends the case with a failure unless there is a value.
///
/// Throws after it has recorded the failure; let the error out of the case.
///
/// - Returns: The value, unwrapped.
@discardableResult
public func requireNotNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> Value {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        value == nil ? .init("expected a value of type \(Value.self), got nil") : nil
    }
    guard let value else { throw RequirementFailure() }
    return value
}
