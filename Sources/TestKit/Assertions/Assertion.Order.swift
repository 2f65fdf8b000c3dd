// SPDX-License-Identifier: MIT

/// Records a failure unless the value is less than the bound.
public func expectLessThan<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual < bound ? nil : .init(expected: bound, relation: "a value less than ", actual: actual)
    }
}

/// Ends the case with a failure unless the value is less than the bound.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireLessThan<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual < bound ? nil : .init(expected: bound, relation: "a value less than ", actual: actual)
    }
}

/// Records a failure unless the value is at most the bound.
public func expectLessThanOrEqual<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual <= bound ? nil : .init(expected: bound, relation: "a value at most ", actual: actual)
    }
}

/// Ends the case with a failure unless the value is at most the bound.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireLessThanOrEqual<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual <= bound ? nil : .init(expected: bound, relation: "a value at most ", actual: actual)
    }
}

/// Records a failure unless the value is greater than the bound.
public func expectGreaterThan<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual > bound ? nil : .init(expected: bound, relation: "a value greater than ", actual: actual)
    }
}

/// Ends the case with a failure unless the value is greater than the bound.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireGreaterThan<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual > bound ? nil : .init(expected: bound, relation: "a value greater than ", actual: actual)
    }
}

/// Records a failure unless the value is at least the bound.
public func expectGreaterThanOrEqual<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual >= bound ? nil : .init(expected: bound, relation: "a value at least ", actual: actual)
    }
}

/// Ends the case with a failure unless the value is at least the bound.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireGreaterThanOrEqual<Value: Comparable>(
    _ actual: Value, _ bound: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual >= bound ? nil : .init(expected: bound, relation: "a value at least ", actual: actual)
    }
}
