// SPDX-License-Identifier: MIT

/// Records a failure unless the values are equal.
///
/// For several lines of text, collections and structures, the failure shows a difference.
public func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual == expected ? nil : .init(expected: expected, actual: actual, showsDifference: true)
    }
}

/// Ends the case with a failure unless the values are equal.
///
/// For several lines of text, collections and structures, the failure shows a difference.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual == expected ? nil : .init(expected: expected, actual: actual, showsDifference: true)
    }
}

/// Records a failure unless the values differ.
public func expectNotEqual<Value: Equatable>(
    _ actual: Value, _ unexpected: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual != unexpected ? nil : .init(expected: unexpected, relation: "anything but ", actual: actual)
    }
}

/// Ends the case with a failure unless the values differ.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireNotEqual<Value: Equatable>(
    _ actual: Value, _ unexpected: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual != unexpected ? nil : .init(expected: unexpected, relation: "anything but ", actual: actual)
    }
}

/// Records a failure unless the values are at most `accuracy` apart.
///
/// Equal infinities are equal; NaN is equal to nothing. A negative or NaN accuracy is a failure.
public func expectEqual<Value: FloatingPoint>(
    _ actual: Value, _ expected: Value, accuracy: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) { Check.equal(actual, expected, accuracy) }
}

/// Ends the case with a failure unless the values are at most `accuracy` apart.
///
/// Equal infinities are equal; NaN is equal to nothing. A negative or NaN accuracy is a failure.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireEqual<Value: FloatingPoint>(
    _ actual: Value, _ expected: Value, accuracy: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) { Check.equal(actual, expected, accuracy) }
}

/// Records a failure unless the values are more than `accuracy` apart.
///
/// Equal infinities are equal; NaN differs from everything. A negative or NaN accuracy is a failure.
public func expectNotEqual<Value: FloatingPoint>(
    _ actual: Value, _ unexpected: Value, accuracy: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) { Check.notEqual(actual, unexpected, accuracy) }
}

/// Ends the case with a failure unless the values are more than `accuracy` apart.
///
/// Equal infinities are equal; NaN differs from everything. A negative or NaN accuracy is a failure.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireNotEqual<Value: FloatingPoint>(
    _ actual: Value, _ unexpected: Value, accuracy: Value, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) { Check.notEqual(actual, unexpected, accuracy) }
}

/// Records a failure unless both are the same object, or both are nil.
public func expectIdentical(
    _ actual: AnyObject?, _ expected: AnyObject?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual === expected ? nil : Check.identity(expected, relation: "the object", actual)
    }
}

/// Ends the case with a failure unless both are the same object, or both are nil.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireIdentical(
    _ actual: AnyObject?, _ expected: AnyObject?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual === expected ? nil : Check.identity(expected, relation: "the object", actual)
    }
}

/// Records a failure unless the objects are not the same one.
public func expectNotIdentical(
    _ actual: AnyObject?, _ unexpected: AnyObject?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        actual !== unexpected
            ? nil : Check.identity(unexpected, relation: "another object than", actual)
    }
}

/// Ends the case with a failure unless the objects are not the same one.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireNotIdentical(
    _ actual: AnyObject?, _ unexpected: AnyObject?, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        actual !== unexpected
            ? nil : Check.identity(unexpected, relation: "another object than", actual)
    }
}
