// SPDX-License-Identifier: MIT

/// One set of values that a parameterised case runs with.
///
/// ```swift
/// override class func examples(for name: String) throws -> [Example] {
///     [
///         Example("one", ["text": "1", "number": 1]),
///         Example("two", ["text": "2", "number": 2]),
///     ]
/// }
///
/// func outlineTestParse(text: String, number: Int) {
///     expectEqual(Int(text), number)
/// }
/// ```
public struct Example: Sendable {
    /// The key of the value of an example that has only one.
    public static let singleValueKey = "value"
    /// The key of the example's name.
    static let nameKey = "name"

    /// The name of the example; within a sub-suite, "suite/name".
    ///
    /// It may contain any character but U+0000 and must be unique in its case.
    public let name: String
    /// The values by key; of an example that is a single value, that one under ``singleValueKey``.
    public let values: [String: any Sendable]
    /// The whole item: what is in the data file or the code under the example's name, or the dictionary of its values.
    public let value: any Sendable
    /// Where the example is written down.
    public let origin: ExampleOrigin

    /// An example written in code.
    ///
    /// - Parameters:
    ///   - name: The name in reports and on the command line.
    ///   - values: The values by key.
    ///   - file: The file that makes it.
    ///   - line: The line that makes it.
    public init(
        _ name: String, _ values: [String: any Sendable] = [:], file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(name, values, origin: ExampleOrigin(file: file.description, line: UInt32(clamping: line)))
    }

    /// An example of a single value, which ``value(as:file:line:)`` returns.
    public init(_ name: String, value: any Sendable, file: StaticString = #filePath, line: UInt = #line) {
        self.init(name, value: value, origin: ExampleOrigin(file: file.description, line: UInt32(clamping: line)))
    }

    /// An example that was read from elsewhere.
    public init(_ name: String, _ values: [String: any Sendable], origin: ExampleOrigin) {
        self.name = name
        self.values = values
        value = values
        self.origin = origin
    }

    /// An example that was read from elsewhere, and that may be anything: the values of a dictionary have its keys.
    public init(_ name: String, value: any Sendable, origin: ExampleOrigin) {
        self.name = name
        values = value as? [String: any Sendable] ?? [Self.singleValueKey: value]
        self.value = value
        self.origin = origin
    }

    /// The example under another name.
    func renamed(_ name: String) -> Example { Example(name, value: value, origin: origin, values: values) }

    /// An example of these parts.
    init(_ name: String, value: any Sendable, origin: ExampleOrigin, values: [String: any Sendable]) {
        self.name = name
        self.values = values
        self.value = value
        self.origin = origin
    }

    /// The examples of a sub-suite: each one's name gets the suite's before it.
    ///
    /// Suites nest: `Example.suite("a", Example.suite("b", […]) + […])`.
    public static func suite(_ name: String, _ examples: [Example]) -> [Example] {
        examples.map { $0.renamed("\(name)/\($0.name)") }
    }
}
