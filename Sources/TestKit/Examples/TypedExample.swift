// SPDX-License-Identifier: MIT

/// One set of values that a parameterised case runs with, of types that the compiler checks.
///
/// The case `outlineTestParses` takes the values of the member `parsesExamples`:
///
/// ```swift
/// static var parsesExamples: [TypedExample<(text: String, number: Int)>] {
///     [.init("one", (text: "1", number: 1)), .init("two", (text: "2", number: 2))]
/// }
///
/// func outlineTestParses(text: String, number: Int) {
///     expectEqual(Int(text), number)
/// }
/// ```
///
/// The labels are the names of the parameters. A case of one parameter takes a value alone: `TypedExample<String>`.
public struct TypedExample<Values: Sendable>: Sendable {
    /// The name of the example, as an ``Example`` has it.
    public let name: String
    /// The values: a tuple, or the only one.
    public let values: Values
    /// Where the example is written down.
    public let origin: ExampleOrigin

    /// An example.
    ///
    /// - Parameters:
    ///   - name: The name in reports and on the command line.
    ///   - values: The values.
    ///   - file: The file that makes it.
    ///   - line: The line that makes it.
    public init(_ name: String, _ values: Values, file: StaticString = #filePath, line: UInt = #line) {
        (self.name, self.values) = (name, values)
        origin = ExampleOrigin(file: file.description, line: UInt32(clamping: line))
    }

    /// It as all other code of TestKit sees it, with the values by their labels.
    var example: Example {
        let mirror = Mirror(reflecting: values)
        guard mirror.displayStyle == .tuple else { return Example(name, value: values, origin: origin) }
        var entries: [String: any Sendable] = [:]
        for case (let label?, let value) in mirror.children {
            entries[label] = Self.cast(value, to: (any Sendable).self)
        }
        return Example(name, value: values, origin: origin, values: entries)
    }

    /// A part of a sendable tuple as a sendable value, which no cast to the type itself can ask for.
    private static func cast<Part>(_ value: Any, to: Part.Type) -> Part? { value as? Part }
}

/// The values of a case's typed examples, for generated code.
///
/// Not for suites.
@_documentation(visibility: internal)
public struct TypedValues<Values: Sendable>: Sendable {
    /// The values of the example that runs.
    @_documentation(visibility: internal)
    public func callAsFunction(_ arguments: ExampleArguments) throws -> Values { try arguments.values() }
}
