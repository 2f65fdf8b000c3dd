// SPDX-License-Identifier: MIT

/// Records a failure unless the text begins with the prefix.
public func expectHasPrefix(
    _ text: some StringProtocol, _ prefix: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        text.hasPrefix(prefix) ? nil : .init(expected: prefix, relation: "text that begins with ", actual: text)
    }
}

/// Ends the case with a failure unless the text begins with the prefix.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireHasPrefix(
    _ text: some StringProtocol, _ prefix: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        text.hasPrefix(prefix) ? nil : .init(expected: prefix, relation: "text that begins with ", actual: text)
    }
}

/// Records a failure unless the text ends with the suffix.
public func expectHasSuffix(
    _ text: some StringProtocol, _ suffix: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        text.hasSuffix(suffix) ? nil : .init(expected: suffix, relation: "text that ends with ", actual: text)
    }
}

/// Ends the case with a failure unless the text ends with the suffix.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireHasSuffix(
    _ text: some StringProtocol, _ suffix: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        text.hasSuffix(suffix) ? nil : .init(expected: suffix, relation: "text that ends with ", actual: text)
    }
}

/// Records a failure unless the text contains the part.
///
/// Compares characters, not bytes. Every text contains the empty one.
public func expectContains(
    _ text: some StringProtocol, _ part: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        Check.contains(text, part) ? nil : .init(expected: part, relation: "text that contains ", actual: text)
    }
}

/// Ends the case with a failure unless the text contains the part.
///
/// Compares characters, not bytes. Every text contains the empty one.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireContains(
    _ text: some StringProtocol, _ part: some StringProtocol, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        Check.contains(text, part) ? nil : .init(expected: part, relation: "text that contains ", actual: text)
    }
}

/// Records a failure unless the pattern matches somewhere in the text.
///
/// Anchor the pattern to match the whole text. An error in the pattern's own code is a failure.
public func expectMatches(
    _ text: some StringProtocol, _ pattern: some RegexComponent, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) { Check.matches(text, pattern) }
}

/// Ends the case with a failure unless the pattern matches somewhere in the text.
///
/// Anchor the pattern to match the whole text. An error in the pattern's own code is a failure.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireMatches(
    _ text: some StringProtocol, _ pattern: some RegexComponent, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) { Check.matches(text, pattern) }
}
