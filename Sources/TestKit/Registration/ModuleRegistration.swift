// SPDX-License-Identifier: MIT

import BundleABI
import ModuleSection

/// A function that a module puts into the ELF section `testkit_modules` to register its suites.
///
/// Called once, on the main thread.
public typealias ModuleRecord = @MainActor @convention(c) (UnsafeMutableRawPointer) -> Void

/// A record of Swift Testing's ELF section `swift5_tests`, as its documentation of the ABI describes it: one of the kind "TKit" gives the
/// bundle of the classes in its image.
///
/// The build-time generator writes one for a test target, whose executable exports nothing.
@_documentation(visibility: internal)
public typealias TestContentRecord = (
    kind: UInt32, reserved1: UInt32,
    accessor: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UInt) -> CBool,
    context: UInt, reserved2: UInt
)

/// The registration of a module's suites.
///
/// The build-time generator writes the code that uses it. Written by hand it looks like this, one such record for each
/// module of a bundle:
///
/// ```swift
/// @section("testkit_modules") @used private let testKitModule: ModuleRecord = { context in
///     let module = ModuleRegistration(context)
///     let suite = module.suite(FooTests.self, "MyTests.FooTests", line: 3)
///     suite.add("testSync", line: 5) { $0.testSync() }
///     suite.add("testAsync", line: 9) { try await $0.testAsync() }
/// }
/// ```
///
/// Swift before 6.3 has no such attributes: there, a type has the record, `ModuleRecordContainer`.
///
/// Use it only within the record that got the context, on the main thread.
@MainActor
public struct ModuleRegistration {
    /// The suites registered so far in this bundle.
    let collector: SuiteCollector

    /// The registration of the context with which a ``ModuleRecord`` is called.
    ///
    /// Compiled into the module that calls it, with the entry by which the host begins (bundle_entry.h).
    ///
    /// - Parameter context: The record's argument; any other pointer is undefined behaviour.
    #if compiler(>=6.3)
    @export(implementation)
    #else
    @_alwaysEmitIntoClient
    #endif
    public init(_ context: UnsafeMutableRawPointer) { self.init(context, of: testkit_bundle_entry) }

    #if compiler(>=6.3)
    /// Stores the bundle of the library that it is compiled into; returns whether there is one.
    @_documentation(visibility: internal)
    @export(implementation)
    public nonisolated static func storeBundle(at place: UnsafeMutableRawPointer) -> Bool {
        guard let bundle = testkit_bundle_entry() else { return false }
        place.storeBytes(of: bundle, as: UnsafePointer<testkit_bundle>.self)
        return true
    }
    #endif

    /// The registration of a record's context, in a library with that entry.
    @usableFromInline
    init(_ context: UnsafeMutableRawPointer, of entry: @convention(c) () -> UnsafePointer<testkit_bundle>?) {
        collector = SuiteCollector.at(context)
    }

    /// Says that a class of another module has no cases, so that it is no fault if it is not registered.
    ///
    /// The build-time generator says so where it has read that module's sources.
    ///
    /// - Parameter name: "Module.Class".
    @_documentation(visibility: internal)
    public func noCases(in name: StaticString) { collector.noteNoCases(name.description) }

    /// Repeats a warning of the build in each run: something looks like a test and is none.
    ///
    /// - Parameters:
    ///   - message: The problem and its remedy, in a line.
    ///   - methods: The number of methods that look like tests and are not registered.
    ///   - functions: The number of such functions outside of types.
    ///   - file: The path of the source.
    ///   - line: The line of the declaration, from 1.
    @_documentation(visibility: internal)
    public func warn(
        _ message: StaticString, methods: UInt32 = 0, functions: UInt32 = 0, file: StaticString, line: UInt32
    ) {
        collector.note(RegistrationWarning(message, methods: methods, functions: functions, file: file, line: line))
    }

    /// Registers a class of tests that this module declares.
    ///
    /// A class may be registered several times; its cases are put together, and the first declaration counts. Two classes
    /// of one name are kept apart, for the host to report.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: "Module.Class", without the prefix `Focus_` or `focus_`.
    ///   - isFocused: Whether the name had that prefix.
    ///   - file: The path of the file that declares the class.
    ///   - line: The line of the class's declaration, from 1; 0 if unknown.
    /// - Returns: Where to add the cases.
    @discardableResult
    public func suite<Suite: TestCase>(
        _ type: Suite.Type, _ name: StaticString, isFocused: Bool = false,
        file: StaticString = #filePath, line: UInt32 = #line
    ) -> SuiteRegistration<Suite> {
        let record = collector.record(of: type)
        if record.declaration == nil { record.declaration = .init(name: name, file: file, line: line) }
        if isFocused { record.isFocused = true }
        return SuiteRegistration(record: record, file: nil)
    }

    /// Takes a type that is no test, so that generated code compiles for every class with methods named `test…`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func suite<Other>(
        _ type: Other.Type, _ name: StaticString, isFocused: Bool = false,
        file: StaticString = #filePath, line: UInt32 = #line
    ) -> UnrelatedClass<Other> {
        UnrelatedClass()
    }

    /// Registers cases that this module adds, by an extension, to a class that another module declares.
    ///
    /// The class's name comes from the registration of its own module, whichever is called first; without one it is the
    /// name that the language gives it.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - file: The path of the file that declares the extension.
    ///   - line: The line of the extension, from 1; 0 if unknown.
    /// - Returns: Where to add the cases.
    @discardableResult
    public func suite<Suite: TestCase>(
        extending type: Suite.Type, file: StaticString = #filePath, line: UInt32 = #line
    ) -> SuiteRegistration<Suite> {
        SuiteRegistration(record: collector.record(of: type), file: file)
    }

    /// Takes an extension of a type that is no test.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func suite<Other>(
        extending type: Other.Type, file: StaticString = #filePath, line: UInt32 = #line
    ) -> UnrelatedClass<Other> {
        UnrelatedClass()
    }
}
