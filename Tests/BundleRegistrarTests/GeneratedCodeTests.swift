// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The generated code is compiled, linked into one image from two modules, and run, against a stand-in for TestKit that
/// prints what is registered.
struct GeneratedCodeTests {
    @Test("compiles without warnings and registers")
    func compiles() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.testKit, to: "TestKit.swift")
        try directory.write(Self.main, to: "main.c")
        try directory.write(Self.shared, to: "Shared/Base.swift")
        try directory.write(Self.suites, to: "MyTests/Suites.swift")
        try directory.write(Self.more, to: "MyTests/More.swift")

        try compile("TestKit", ["TestKit.swift"], in: directory)
        let modules = [("Shared", ["Shared/Base.swift"]), ("MyTests", ["MyTests/Suites.swift", "MyTests/More.swift"])]
        for (module, sources) in modules {
            let arguments = ["--module", module, "--output", "\(module).swift"] + sources
            let run = try Subprocess.run(Subprocess.registrar, arguments, in: directory.url)
            #expect(run.exitCode == 0)
            #expect(run.output.split(separator: "\n").count == (module == "MyTests" ? 2 : 0))
            try compile(module, sources + ["\(module).swift"], in: directory)
        }
        let link = ["TestKit.o", "Shared.o", "MyTests.o", "main.o", "-o", "main"]
        try check(Subprocess.run("clang", ["-c", "main.c", "-o", "main.o"], in: directory.url))
        try check(Subprocess.run("swiftc", link, in: directory.url))
        let run = try Subprocess.run(directory.path("main"), [], in: directory.url)
        #expect(run.output.replacing(directory.url.path + "/", with: "") == Self.golden)
    }

    /// Compiles a module to one object file.
    ///
    /// A warning is a failure.
    private func compile(_ module: String, _ sources: [String], in directory: TemporaryDirectory) throws {
        let arguments = ["-swift-version", "6", "-parse-as-library", "-wmo", "-I", ".", "-module-name", module]
        let outputs = ["-emit-module", "-emit-module-path", "\(module).swiftmodule", "-c", "-o", "\(module).o"]
        try check(Subprocess.run("swiftc", arguments + outputs + sources, in: directory.url))
    }

    /// Fails with what a program wrote, if it failed or wrote anything.
    private func check(_ run: Subprocess) throws {
        try #require(run.exitCode == 0 && run.output == "", "\(run.output)")
    }

    /// Runs the records of all modules.
    private static let main = """
        extern void (*const __start_testkit_modules[])(void *), (*const __stop_testkit_modules[])(void *);
        int main(void) {
            char context;
            for (void (*const *record)(void *) = __start_testkit_modules; record < __stop_testkit_modules; record++)
                (*record)(&context);
        }
        """

    /// The part of TestKit that generated code calls.
    private static let testKit = """
        public typealias ModuleRecord = @MainActor @convention(c) (UnsafeMutableRawPointer) -> Void
        open class TestCase { public required init() {} }
        @MainActor public struct ModuleRegistration {
            public init(_ context: UnsafeMutableRawPointer) {}
            public func suite<S: TestCase>(_ type: S.Type, _ name: StaticString, isFocused: Bool = false,
                file: StaticString, line: UInt32) -> SuiteRegistration<S> {
                print(name, isFocused ? "focused" : "", file, line)
                return SuiteRegistration()
            }
            @_disfavoredOverload public func suite<O>(_ type: O.Type, _ name: StaticString, isFocused: Bool = false,
                file: StaticString, line: UInt32) -> UnrelatedClass<O> { UnrelatedClass() }
            public func suite<S: TestCase>(extending type: S.Type, file: StaticString, line: UInt32)
                -> SuiteRegistration<S> {
                print("extending", String(reflecting: type), file, line)
                return SuiteRegistration()
            }
            @_disfavoredOverload public func suite<O>(extending type: O.Type, file: StaticString, line: UInt32)
                -> UnrelatedClass<O> { UnrelatedClass() }
            public func warn(_ message: StaticString, methods: UInt32 = 0, functions: UInt32 = 0, file: StaticString,
                line: UInt32) {
                print("not registered:", methods, functions, file, line)
            }
        }
        @MainActor public struct SuiteRegistration<S: TestCase> {
            public func add(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping @MainActor (S) throws -> Void) {
                print("  ", name, isFocused ? "focused" : "", "sync", line)
                try? body(S())
            }
            public func add(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping (sending S) async throws -> Void) {
                print("  ", name, isFocused ? "focused" : "", "async", line)
            }
            public func hook(_ name: StaticString, isAsync: Bool = false, line: UInt32) {
                print("  ", name, isAsync ? "async" : "sync", line)
            }
            public func addOnActor(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil,
                line: UInt32, _ body: @escaping (sending S) async throws -> Void) {
                print("  ", name, isFocused ? "focused" : "", "on an actor", line)
            }
            public func addWithParameters(_ name: StaticString, count: Int, parameters: StaticString,
                isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping @MainActor (S, ExampleArguments) throws -> Void) {
                print("  ", name, count, parameters, isFocused ? "focused" : "", "sync", line)
                do { try body(S(), ExampleArguments()) } catch { print("     ", error) }
            }
            public func addWithParameters(_ name: StaticString, count: Int, parameters: StaticString,
                isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping (sending S, ExampleArguments) async throws -> Void) {
                print("  ", name, count, parameters, isFocused ? "focused" : "", "async", line)
            }
        }
        public struct ExampleArguments: Sendable {
            struct Missing: Error { let name: String; let type: String }
            public func callAsFunction<V>(_ name: String) throws -> V { throw Missing(name: name, type: "\\(V.self)") }
            public func callAsFunction<V: Decodable>(_ name: String) throws -> V {
                if let value = [name: 7][name] as? V { return value }
                throw Missing(name: name, type: "decodable \\(V.self)")
            }
        }
        @MainActor public struct UnrelatedClass<O> {
            public func hook(_ name: StaticString, isAsync: Bool = false, line: UInt32) {}
            public func add(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping @MainActor (O) throws -> Void) {}
            public func add(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil, line: UInt32,
                _ body: @escaping (sending O) async throws -> Void) {}
            public func addOnActor(_ name: StaticString, isFocused: Bool = false, file: StaticString? = nil,
                line: UInt32, _ body: @escaping (sending O) async throws -> Void) {}
        }
        """

    /// A module of shared base classes.
    private static let shared = """
        import TestKit
        open class Base: TestCase {
            open func testBase() { print("     Base.testBase") }
        }
        open class Service { public init() {} }
        """

    /// Every isolation and effect, overloads, nesting, deprecation, conditions.
    private static let suites = """
        import Shared
        import TestKit
        typealias Parent = Base
        @globalActor actor Mine { static let shared = Mine() }
        class Effects: Parent {
            func testSync() {}
            func testThrows() throws {}
            func testTypedThrows() throws(CancellationError) {}
            func testAsync() async {}
            func testBoth() async throws {}
            @MainActor func testMain() {}
            @MainActor func testMainAsync() async throws {}
            @Mine func testMine() {}
            @concurrent func testConcurrent() async {}
            nonisolated(nonsending) func testNonsending() async {}
            override func testBase() { print("     Effects.testBase") }
        }
        @MainActor class Main: TestCase { func testA() throws {} ; nonisolated func testB() {} ; func testC() async {} }
        @Mine class OnMine: TestCase { func testA() {} }
        class `class`: TestCase { func `test it, (so)`() {} }
        class Overloads: TestCase {
            func testA() { print("     none") }
        }
        @available(*, deprecated) class Old: TestCase { @available(*, deprecated) func testA() {} }
        #if NEVER
        class Never: Missing { func testA() {} }
        #elseif !NEVER
        class Now: TestCase {
            #if NEVER
            func testNever() {}
            #endif
        }
        #endif
        extension Base { func focus_testAdded() {} }
        extension Service { func testConnection() {} }
        class Client: Service { func testA() {} }
        protocol P {}
        class Model: P & AnyObject { func testA() {} }
        class Generic<T>: TestCase { func testG() { print("     ", T.self) } }
        class Ints: Generic<Int> {}
        struct Point: Decodable { var x: Int }
        class Outlines: TestCase {
            func outlineTestA(_ n: Int, of `in`: Int, plus m: Int) { print("     ", n, `in`, m) }
            func parameterizedTestB(point: Point) throws {}
            func focus_outlineTestC(any: Any) async {}
            func outlineTestD(f: [Any]) {}
        }
        class Twins: TestCase {
            func testA() { print("     synchronous") }
            func testA() async {}
            func outlineTestB(_ n: Int) { print("     of Int") }
            func outlineTestB(_ n: borrowing Double) { print("     of Double") }
        }
        """

    /// Extensions in another file; a helper that an override may resemble.
    private static let more = """
        import TestKit
        extension Overloads { func testA<T>(_ x: T...) {} }
        struct Space { enum Inner {} }
        extension Space.Inner { class Focus_Deep: TestCase {} }
        extension Space.Inner.Focus_Deep { func testDeep() {} }
        """

    /// The expected output of the records.
    private static let golden = """
        Shared.Base  Shared/Base.swift 2
           testBase  sync 3
             Base.testBase
        MyTests.Effects  MyTests/Suites.swift 5
           testSync  sync 6
           testThrows  sync 7
           testTypedThrows  sync 8
           testAsync  async 9
           testBoth  async 10
           testMain  sync 11
           testMainAsync  async 12
           testMine  on an actor 13
           testConcurrent  async 14
           testNonsending  async 15
           testBase  sync 16
             Effects.testBase
        MyTests.Main  MyTests/Suites.swift 18
           testA  sync 18
           testB  sync 18
           testC  async 18
        MyTests.OnMine  MyTests/Suites.swift 19
           testA  on an actor 19
        MyTests.class  MyTests/Suites.swift 20
           test it, (so)  sync 20
        MyTests.Overloads  MyTests/Suites.swift 21
           testA  sync 22
             none
        MyTests.Old  MyTests/Suites.swift 24
           testA  sync 24
        MyTests.Now  MyTests/Suites.swift 28
        MyTests.Ints  MyTests/Suites.swift 40
           testG  sync 39
              Int
        MyTests.Outlines  MyTests/Suites.swift 42
           outlineTestA 3 (_: Int, of: Int, plus: Int)  sync 43
              7 7 7
           parameterizedTestB 1 (point: Point)  sync 44
              Missing(name: "point", type: "decodable Point")
           outlineTestC 1 (any: Any) async focused async 45
           outlineTestD 1 (f: [Any])  sync 46
              Missing(name: "f", type: "Array<Any>")
        MyTests.Twins  MyTests/Suites.swift 48
           testA  sync 49
             synchronous
           testA  async 50
           outlineTestB 1 (_: Int)  sync 51
             of Int
           outlineTestB 1 (_: borrowing Double)  sync 52
              Missing(name: "n", type: "decodable Double")
        MyTests.Space.Inner.Deep focused MyTests/More.swift 4
           testDeep  sync 5
        extending Shared.Base MyTests/Suites.swift 34
           testAdded focused sync 34
        not registered: 1 0 MyTests/More.swift 2
        not registered: 1 0 MyTests/Suites.swift 38

        """
}
