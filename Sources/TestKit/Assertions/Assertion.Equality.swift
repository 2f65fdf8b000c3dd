// SPDX-License-Identifier: MIT

/// Records a failure if the values are not equal.
public func expectEqual<Value: Equatable>(
    _ actual: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    Assertion.expect(SourceLocation(file, line), comment) {
        actual == expected ? nil : .init(message: "expected \(ValueText.line(expected)), got \(ValueText.line(actual))")
    }
}
