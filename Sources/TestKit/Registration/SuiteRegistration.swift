// SPDX-License-Identifier: MIT

/// Adds cases to a registered class. See ``ModuleRegistration`` for the code that uses it.
public struct SuiteRegistration<Suite: TestCase> {
    /// Where the class's cases are kept.
    let record: RegisteredClass
    /// The file that declares the cases.
    let file: StaticString

    /// Adds a synchronous case. It runs on the main thread.
    ///
    /// - Parameters:
    ///   - name: The method's name without `focus_` and parentheses.
    ///   - isFocused: Whether the name had the prefix `focus_`.
    ///   - line: The line of the method's declaration, from 1; 0 if unknown.
    ///   - body: `{ $0.testFoo }`; or `Suite.testFoo`, unless the method is isolated to the main actor.
    public func add(
        _ name: StaticString,
        isFocused: Bool = false,
        line: UInt32 = #line,
        _ body: @escaping (Suite) -> () throws -> Void
    ) {
        record.add(
            name,
            isFocused: isFocused,
            file: file,
            line: line,
            body: .synchronous { try body(unsafeDowncast($0, to: Suite.self))() }
        )
    }

    /// Adds an `async` case by an unapplied reference to its method, `Suite.testFoo`.
    public func add(
        _ name: StaticString,
        isFocused: Bool = false,
        line: UInt32 = #line,
        _ body: @escaping (Suite) -> () async throws -> Void
    ) {
        record.add(
            name,
            isFocused: isFocused,
            file: file,
            line: line,
            body: .asynchronous { try await body(unsafeDowncast($0, to: Suite.self))() }
        )
    }

    /// Adds an `async` case by a call of its method, `{ try await $0.testFoo() }`, whatever the method's isolation.
    public func add(
        _ name: StaticString,
        isFocused: Bool = false,
        line: UInt32 = #line,
        _ body: @escaping (sending Suite) async throws -> Void
    ) {
        record.add(
            name,
            isFocused: isFocused,
            file: file,
            line: line,
            body: .asynchronous { instance in
                // The host runs one case of an instance at a time and waits for its end.
                nonisolated(unsafe) let suite = unsafeDowncast(instance, to: Suite.self)
                try await body(suite)
            }
        )
    }
}
