// SPDX-License-Identifier: MIT

extension SuiteRegistration {
    /// Has the case that is added next take its examples from a member of the class; the result gives its call their values.
    @_documentation(visibility: internal)
    public func examples<Values>(
        _ member: @escaping @MainActor (Suite.Type) -> [TypedExample<Values>]
    ) -> TypedValues<Values> {
        record.typedExamples[record.caseCount] = { type in
            (type as? Suite.Type).map { member($0).map(\.example) } ?? []
        }
        return TypedValues()
    }

    /// Adds a synchronous case whose parameters take the values of its examples.
    ///
    /// - Parameters:
    ///   - name: The method's name without `focus_` and parentheses.
    ///   - count: The number of its parameters.
    ///   - parameters: These as the source has them, "(text: String, number: Int)", and `async`.
    ///   - isFocused: Whether the name had the prefix `focus_`.
    ///   - file: The file that declares the method, if it is not the class's.
    ///   - line: The line of the method's declaration, from 1; 0 if unknown.
    ///   - body: A call of the method: `{ try $0.outlineTestParses(text: $1("text"), number: $1("number")) }`.
    @_documentation(visibility: internal)
    public func addWithParameters(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Suite, ExampleArguments) throws -> Void
    ) {
        add(name, isFocused: isFocused, file: file, line: line) { suite in
            try body(suite, ExampleArguments(of: name, count: count, example: suite.currentExample))
        }
        record.note(declaration: parameters)
    }

    /// Adds a synchronous case that runs on a thread of its own, and whose parameters take the values of its examples.
    ///
    /// The parameters are those of the form above; `body` is a call of the method, `{ try $0.outlineTestAsyncParses(text: $1("text")) }`.
    @_documentation(visibility: internal)
    public func addWithParametersOnOwnThread(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @Sendable (Suite, ExampleArguments) throws -> Void
    ) {
        addOnOwnThread(name, isFocused: isFocused, file: file, line: line) { suite in
            try body(suite, ExampleArguments(of: name, count: count, example: suite.currentExample))
        }
        record.note(declaration: parameters)
    }

    /// Adds an `async` case whose parameters take the values of its examples.
    ///
    /// The parameters are those of the form above; `body` is a call of the method, `{ try await $0.outlineTestParses(text: $1("text")) }`.
    @_documentation(visibility: internal)
    public func addWithParameters(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Suite, ExampleArguments) async throws -> Void
    ) {
        addOnActor(name, isFocused: isFocused, file: file, line: line) { suite in
            let arguments = ExampleArguments(of: name, count: count, example: suite.currentExample)
            try await body(suite, arguments)
        }
        record.note(declaration: parameters)
    }
}
