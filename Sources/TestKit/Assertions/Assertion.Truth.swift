// SPDX-License-Identifier: MIT

/// Records a failure if the condition is false.
public func expectTrue(
    _ condition: Bool,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    Assertion.expect(SourceLocation(file, line), comment) {
        condition ? nil : .init(message: "expected true, got false")
    }
}
