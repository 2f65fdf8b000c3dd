// SPDX-License-Identifier: MIT

/// The values of an example as the arguments of a case with parameters; generated code calls it once for each parameter.
///
/// Not for suites.
///
/// Rule 56.
@_documentation(visibility: internal)
public struct ExampleArguments: Sendable {
    /// The case.
    private let caseName: StaticString
    /// The number of parameters of the case.
    private let count: Int
    /// The example; nil outside of a parameterised case.
    private let example: Example?

    /// The arguments of a case.
    init(of caseName: StaticString, count: Int, example: Example?) {
        self.caseName = caseName
        self.count = count
        self.example = example
    }

    /// The argument of a parameter.
    ///
    /// - Throws: ``ExampleError`` that names the place of the example, the parameter, what it expects and what there is.
    @_documentation(visibility: internal)
    public func callAsFunction<Value>(_ parameter: String) throws -> Value {
        try argument(parameter) { ExampleValue.convert($0, to: Value.self) }
    }

    /// The argument of a parameter that can be decoded.
    ///
    /// - Throws: ``ExampleError`` that names the place of the example, the parameter, what it expects and what there is.
    @_documentation(visibility: internal)
    public func callAsFunction<Value: Decodable>(_ parameter: String) throws -> Value {
        try argument(parameter) { value in
            if let converted = ExampleValue.convert(value, to: Value.self) { return converted }
            return try AutomaticExamples.decode(value, as: Value.self)
        }
    }

    /// The values of a typed example.
    func values<Values>() throws -> Values {
        if let values = example?.value as? Values { return values }
        throw ExampleError("the case '\(caseName)' was run without its example", at: example?.origin)
    }

    /// The value of that name, or the whole item where it is for the one parameter there is.
    private func argument<Value>(_ parameter: String, _ convert: (any Sendable) throws -> Value?) throws -> Value {
        guard let example else { throw ExampleError("the case '\(caseName)' was run without an example") }
        var (found, place) = (example.named(parameter), example.origin.appending(key: parameter))
        if found == nil, count == 1 { (found, place) = (example.value, example.origin) }
        let got: String
        do {
            if let found, let value = try convert(found) { return value }
            if example.named(parameter) == nil, let none = (Value.self as? any OptionalValue.Type)?.empty as? Value {
                return none
            }
            got = found.map { "is " + ExampleValue.describe($0) } ?? "is missing; the example has \(example.keys)"
        } catch let error as ExampleError {
            let description = found.map { ExampleValue.describe($0) } ?? ""
            // If the whole value is of another type, the decoder's message is the same as this one.
            let isWhole = error.reason == "expected \(Value.self), got \(description)"
            got = isWhole ? "is \(description)" : "cannot be decoded: \(error.reason)"
        }
        let expected = "the parameter '\(parameter)' of \(caseName) expects a value of type \(Value.self)"
        throw ExampleError("\(expected), but in the example '\(example.name)' it \(got)", at: place)
    }
}
