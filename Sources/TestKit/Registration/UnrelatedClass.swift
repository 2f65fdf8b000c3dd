// SPDX-License-Identifier: MIT

/// The registration of a type that is not a ``TestCase``, which does nothing.
///
/// It has the functions of ``SuiteRegistration``.
@_documentation(visibility: internal)
@MainActor
public struct UnrelatedClass<Other> {
    /// Takes no notice of a synchronous method.
    @_documentation(visibility: internal)
    public func add(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Other) throws -> Void
    ) {}

    /// Takes no notice of a hook.
    @_documentation(visibility: internal)
    public func hook(_ name: StaticString, isAsync: Bool = false, line: UInt32) {}

    /// Takes no notice of a synchronous method that would run on a thread of its own.
    @_documentation(visibility: internal)
    public func addOnOwnThread(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Other) throws -> Void
    ) {}

    /// Takes no notice of examples.
    @_documentation(visibility: internal)
    public func examples<Values>(
        _ member: @escaping @MainActor (Other.Type) -> [TypedExample<Values>]
    ) -> TypedValues<Values> { TypedValues() }

    /// Takes no notice of a synchronous method with parameters.
    @_documentation(visibility: internal)
    public func addWithParameters(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Other, ExampleArguments) throws -> Void
    ) {}

    /// Takes no notice of a synchronous method with parameters that would run on a thread of its own.
    @_documentation(visibility: internal)
    public func addWithParametersOnOwnThread(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Other, ExampleArguments) throws -> Void
    ) {}

    /// Takes no notice of an `async` method with parameters.
    @_documentation(visibility: internal)
    public func addWithParameters(
        _ name: StaticString, count: Int, parameters: StaticString? = nil, isFocused: Bool = false,
        file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Other, ExampleArguments) async throws -> Void
    ) {}

    /// Takes no notice of a synchronous method that runs on an actor.
    @_documentation(visibility: internal)
    public func addOnActor(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Other) async throws -> Void
    ) {}

    /// Takes no notice of an `async` method.
    @_documentation(visibility: internal)
    public func add(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Other) async throws -> Void
    ) {}
}
