// SPDX-License-Identifier: MIT

/// Adds cases to a registered class.
///
/// See ``ModuleRegistration`` for the code that uses it.
@MainActor
public struct SuiteRegistration<Suite: TestCase> {
    /// Where the class's cases are kept.
    let record: RegisteredClass
    /// The file of cases that name no file; nil: the class's.
    let file: StaticString?

    /// Adds a synchronous case, which runs on the main thread.
    ///
    /// A case whose name asks for a thread of its own (see ``TestCase/finish``) is added by `addOnOwnThread`; here it fails.
    ///
    /// - Parameters:
    ///   - name: The method's name without `focus_` and parentheses.
    ///   - isFocused: Whether the name had the prefix `focus_`.
    ///   - file: The file that declares the method, if it is not the class's.
    ///   - line: The line of the method's declaration, from 1; 0 if unknown.
    ///   - body: A call of the method: `{ try $0.testFoo() }`.
    public func add(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @MainActor (Suite) throws -> Void
    ) {
        let run: @MainActor (TestCase) throws -> Void = { try body(unsafeDowncast($0, to: Suite.self)) }
        let caseBody: CaseBody
        switch WaitingCase.Place(name) {
        case nil: caseBody = .synchronous(run)
        case .mainQueue: caseBody = .waiting(.mainQueue(run))
        case .thread: caseBody = .synchronous { _ in throw MisplacedCase(name: name.description) }
        }
        record.add(name, isFocused: isFocused, file: file ?? self.file, line: line, body: caseBody)
    }

    /// Adds a synchronous case that runs on a thread of its own (see ``TestCase/finish``).
    ///
    /// As the form for synchronous cases, but the compiler refuses a method that is isolated to an actor: it would run off
    /// that actor.
    ///
    /// The parameters are those of `add`; `body` is a call of the method, `{ try $0.testAsyncFoo() }`.
    @_documentation(visibility: internal)
    public func addOnOwnThread(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping @Sendable (Suite) throws -> Void
    ) {
        record.add(
            name, isFocused: isFocused, file: file ?? self.file, line: line,
            body: .waiting(.thread { try body(unsafeDowncast($0, to: Suite.self)) }))
    }

    /// States the place of a hook that the class overrides and that may throw: an error from it has that place.
    ///
    /// - Parameters:
    ///   - name: The hook's name without parentheses.
    ///   - isAsync: Whether it is `async`.
    ///   - line: The line of its declaration in the class's file, from 1.
    @_documentation(visibility: internal)
    public func hook(_ name: StaticString, isAsync: Bool = false, line: UInt32) {
        record.hooks.append((name, isAsync, line))
    }

    /// Adds an `async` case, which runs where the method's isolation says.
    ///
    /// - Parameters:
    ///   - name: The method's name without `focus_` and parentheses.
    ///   - isFocused: Whether the name had the prefix `focus_`.
    ///   - file: The file that declares the method, if it is not the class's.
    ///   - line: The line of the method's declaration, from 1; 0 if unknown.
    ///   - body: A call of the method: `{ try await $0.testFoo() }`.
    public func add(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Suite) async throws -> Void
    ) {
        addOnActor(name, isFocused: isFocused, file: file, line: line, body)
        // The difference from a synchronous method of its name.
        record.note(declaration: "() async")
    }

    /// Adds a synchronous case that runs on another actor than the main one.
    ///
    /// The parameters are those of `add`; `body` is a call of the method, `{ try await $0.testFoo() }`.
    @_documentation(visibility: internal)
    public func addOnActor(
        _ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32 = #line,
        _ body: @escaping (sending Suite) async throws -> Void
    ) {
        record.add(
            name,
            isFocused: isFocused,
            file: file ?? self.file,
            line: line,
            body: .asynchronous { instance in
                // The host runs one case of an instance at a time and waits for its end.
                nonisolated(unsafe) let suite = unsafeDowncast(instance, to: Suite.self)
                try await body(suite)
            }
        )
    }
}
