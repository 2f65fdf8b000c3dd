// SPDX-License-Identifier: MIT

/// What a module puts into the ELF section `testkit_modules` to register its suites. Called once, on the main thread.
public typealias ModuleRecord = @MainActor @convention(c) (UnsafeMutableRawPointer) -> Void

/// The registration of a module's suites.
///
/// The build-time generator writes the code that uses it. Written by hand it looks like this, one such record for each
/// module of a bundle:
///
/// ```swift
/// @section("testkit_modules") @used private let testKitModule: ModuleRecord = { context in
///     let module = ModuleRegistration(context)
///     let suite = module.suite(FooTests.self, "MyTests.FooTests", line: 3)
///     suite.add("testSync", line: 5) { $0.testSync }
///     suite.add("testAsync", line: 9) { try await $0.testAsync() }
/// }
/// ```
///
/// Use it only within the record that got the context, on the main thread.
public struct ModuleRegistration {
    /// What has been registered so far in this bundle.
    private let collector: SuiteCollector

    /// The registration behind the context that a ``ModuleRecord`` is called with.
    ///
    /// - Parameter context: The record's argument; any other pointer is undefined behaviour.
    public init(_ context: UnsafeMutableRawPointer) {
        collector = SuiteCollector.at(context)
    }

    /// Registers a class of tests.
    ///
    /// A class may be registered several times, for instance once for each file that extends it: its cases are put
    /// together; the first name, file and line count. Two classes of one name are kept apart, for the host to report.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: "Module.Class", without the prefix `Focus_` or `focus_`.
    ///   - isFocused: Whether the name had that prefix.
    ///   - file: The path of the file that declares the cases added to the result.
    ///   - line: The line of the class's declaration, from 1; 0 if unknown.
    /// - Returns: Where to add the cases.
    public func suite<Suite: TestCase>(
        _ type: Suite.Type,
        _ name: StaticString,
        isFocused: Bool = false,
        file: StaticString = #filePath,
        line: UInt32 = #line
    ) -> SuiteRegistration<Suite> {
        let record = collector.record(of: type, name: name, isFocused: isFocused, file: file, line: line)
        return SuiteRegistration(record: record, file: file)
    }

    /// Takes a class that is no test, so that generated code compiles for every class with methods named `test…`.
    @_disfavoredOverload
    public func suite<Other>(
        _ type: Other.Type,
        _ name: StaticString,
        isFocused: Bool = false,
        file: StaticString = #filePath,
        line: UInt32 = #line
    ) -> UnrelatedClass {
        UnrelatedClass()
    }
}
