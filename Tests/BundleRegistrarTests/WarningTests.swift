// SPDX-License-Identifier: MIT

import Testing

/// Warnings about declarations that cannot be registered.
///
/// Rule 27.
struct WarningTests {
    @Test(
        "outline test a",
        arguments: [
            ("private func outlineTestA() {}", "it is private to its file"),
            ("fileprivate func focus_testA() {}", "it is private to its file"),
            ("func testA(x: Int) {}", "it takes arguments, which only examples give: name it outlineTest…"),
            ("func testA(x: Int = 1) {}", "it takes arguments, which only examples give: name it outlineTest…"),
            ("func testA() -> Int { 1 }", "it returns 'Int'"),
            ("func testA() -> () -> Void { {} }", "it returns '() -> Void'"),
            ("static func testA() {}", "it is a static or class method, and a case is an instance method"),
            ("class func testA() {}", "it is a static or class method, and a case is an instance method"),
            ("func testA<T>() where T: P {}", "it is generic"),
            ("func outlineTestA(_ x: inout Int) {}", "its parameter 'x' is inout"),
            ("func parameterisedTestA(_ x: Int...) {}", "its parameter 'x' takes any number of values; use an array"),
            ("func parameterizedTestA(of x: () -> Int) {}", "its parameter 'x' is a function"),
            (#"@available(*, unavailable, message: "no :(") func testA() {}"#, "it is marked unavailable"),
            ("@available(swift, obsoleted: 5) func testA() {}", "it is marked unavailable"),
        ])
    func method(declaration: String, reason: String) async throws {
        let found = try await Parser.shared.register(["A.swift": "class FooTests: TestCase {\n\(declaration)\n}"])
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.hasPrefix("A.swift:2:") == true)
        #expect(found.warnings.first?.hasSuffix("of 'FooTests' is not registered and will not run: \(reason)") == true)
        #expect(!found.text.contains("suite.add"))
    }

    @Test("a module of suites that imports Swift Testing says in Swift 6.2 that its assertions fail nothing")
    func importsSwiftTesting() async throws {
        let source = "import TestKit\n#if A\nimport Testing\n#endif\nclass FooTests: TestCase { func testA() {} }"
        let found = try await Parser.shared.register(["A.swift": source])
        #expect(found.warnings.isEmpty)
        let lines = found.text.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("module.warn(") })
        #expect(lines[place].contains("with Swift 6.2, #expect and #require fail no test of a bundle"))
        #expect(lines[..<place].last { $0.contains("#if") } == "    #if (A) && (compiler(<6.3))")
        let without = try await Parser.shared.register(["A.swift": "import Testing\nclass Foo {}"])
        #expect(!without.text.contains("module.warn("))
    }

    @Test(
        "f",
        arguments: [
            ("private class Foo: TestCase {", "}", "class 'Foo' is private to its file"),
            ("private enum E { class Foo: TestCase {", "} }", "type 'E' is private to its file"),
            ("struct G<T> { class Foo: TestCase {", "} }", "type 'G' is generic"),
            ("class Foo<T>: TestCase {", "}", "class 'Foo' is generic"),
            ("extension G where T == Int { class Foo: TestCase {", "} }", "the extension of 'G' has a where clause"),
            ("private extension G { class Foo: TestCase {", "} }", "class 'Foo' is private to its file"),
            ("func f() { class Foo: TestCase {", "} }", "class 'Foo' is declared inside a function"),
            ("let c = { class Foo: TestCase {", "} }", "class 'Foo' is declared inside a function"),
            ("var v: Int { class Foo: TestCase {", "}; return 1 }", "class 'Foo' is declared inside a function"),
            ("@available(*, unavailable) class Foo: TestCase {", "}", "class 'Foo' is marked unavailable"),
            ("@MainActor fileprivate final class Foo: Unknown {", "}", "class 'Foo' is private to its file"),
            ("extension TestCase {", "}", "TestCase itself has no cases: put it into a base class"),
            ("extension TestKit.TestCase {", "}", "TestCase itself has no cases: put it into a base class"),
        ])
    func type(opening: String, closing: String, reason: String) async throws {
        let found = try await Parser.shared.register(["A.swift": "\(opening)\nfunc testA() {}\n\(closing)"])
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.hasSuffix("is not registered and will not run: \(reason)") == true)
        #expect(!found.text.contains("module.suite("))
    }

    /// Rule 1: a case that only some of the subclasses have is not one of all, and not passed over in silence.
    @Test(
        "says where and why, and leaves the other cases",
        arguments: [
            (
                "class Ä: TestCase {\n    private\n    func focus_testÖ() {}\n}",
                "3:10: warning: test method 'focus_testÖ' of 'Ä' is not registered and will not run: "
                    + "it is private to its file",
                []
            ),
            (
                """
                class Base: TestCase { func testA() {} }
                private class Sub: Base {}
                private class No: TestCase {}
                """,
                "2:15: warning: test class 'Sub' is not registered, and the cases that it inherits will not "
                    + "run: class 'Sub' is private to its file",
                ["testA"]
            ),
            (
                """
                class Foo: TestCase {
                    func testA() {}
                    func focus_testA() {}
                    #if X
                    func testB() {}
                    #else
                    func testB() {}
                    #endif
                }
                """,
                "3:10: warning: test method 'focus_testA' of 'Foo' is not registered and will not run: "
                    + "the method in line 2 has the same case name",
                ["testA", "testB", "testB"]
            ),
            (
                """
                class Foo: TestCase {
                    func testA() {}
                    func testA() async {}
                    func outlineTestB(x: Int) {}
                    func outlineTestB(x: String) {}
                }
                @SomeActor class Bar: TestCase {
                    func testC() {}
                    func testC() async {}
                }
                """,
                "9:10: warning: test method 'testC' of 'Bar' is not registered and will not run: "
                    + "on an actor, a call cannot distinguish it from the method in line 8; rename one of them",
                ["testA", "testA", "(x: $1(\"x\") as Int)", "(x: $1(\"x\") as String)", "testC"]
            ),
            (
                """
                class Base<Element>: TestCase { func testA() {} }
                extension Base where Element == Int { func testB() {} }
                extension Base { func testC() {} }
                class Texts: Base<String> {}
                """,
                "2:44: warning: test method 'testB' of 'Base' is not registered and will not run: "
                    + "the extension of 'Base' has a where clause",
                ["testA", "testC"]
            ),
            (
                """
                protocol Mixin {}
                extension Mixin where Self: TestCase { func testA() {} }
                extension Mixin { func testB() {} }
                """,
                "2:45: warning: test method 'testA' of 'Mixin' is not registered and will not run: "
                    + "it is declared in an extension of a protocol",
                []
            ),
        ] as [(String, String, [String])])
    func reason(source: String, warning: String, cases: [String]) async throws {
        let text = try await expect(source, warnings: ["A.swift:\(warning)"])
        let added = statements(text).filter { $0.hasPrefix("suite.add") }
        #expect(added.count == cases.count && zip(added, cases).allSatisfy { $0.contains($1) }, "\(added)")
    }

    @Test(
        "superclass in another module",
        arguments: [
            (
                ["Lib"] as Set<String>, "class Foo: Base {}", "Lib.Base",
                "apply the plug-in RegisterTests to the module Lib"
            ),
            (
                Set<String>(), "class Foo: Laws<Int> {}", "Lib.Laws",
                "a generic class of another module cannot be registered; call its checks from cases of 'Foo'"
            ),
        ])
    func superclassElsewhere(unregistered: Set<String>, source: String, superclass: String, advice: String)
        async throws
    {
        let library = """
            open class Base: TestCase { open func testA() {} }
            open class Laws<Element>: TestCase {}
            extension Laws { func testA() {} }
            """
        let text = try await expect(
            source, dependency: library, unregistered: unregistered,
            warnings: [
                "A.swift:1:7: warning: 'Foo' inherits 'testA' from '\(superclass)', which is not registered, and the bundle "
                    + "will not load: \(advice)"
            ])
        #expect(!text.contains("noCases"))
    }

    @Test("a test class of another module that is not registered, and that no class inherits from")
    func unregisteredModule() async throws {
        let library = """
            open class Base: TestCase { open func testA() {}; private func testHelper() {} }
            open class Quiet: TestCase { open func prepare() {} }
            final class Other { func testB() {} }
            #if os(macOS)
            open class Elsewhere: TestCase { open func testC() {} }
            #endif
            """
        let source = "class Foo: TestCase { func testFoo() {} }"
        let text = try await expect(
            source, dependency: library, unregistered: ["Lib"],
            warnings: [
                "Lib.swift:1:12: warning: test methods of class 'Lib.Base' are not registered and will not run ('testA'): "
                    + "apply the plug-in RegisterTests to the module Lib"
            ])
        #expect(text.contains("methods: 1, file: \"Lib.swift\", line: 1)"))
        try await expect(source, dependency: library)
    }

    @Test("a superclass in another module that loses nothing")
    func harmlessSuperclass() async throws {
        let library = """
            open class Base: Root { func prepare() {} }
            open class Root: TestCase { private func testHelper() {} }
            open class Registered: TestCase { open func testA() {} }
            """
        let sources = "class Foo: Base { func testFoo() {} }"
        let caseless = try await Parser.shared.register(
            ["A.swift": sources], dependency: library, unregistered: ["Lib"])
        #expect(!caseless.warnings.contains { $0.contains("'Foo'") })
        #expect(caseless.text.contains(#"module.noCases(in: "Lib.Base")"#))
        #expect(caseless.text.contains(#"module.noCases(in: "Lib.Root")"#))
        let registered = try await expect("class Foo: Registered {}", dependency: library)
        #expect(!registered.contains("noCases"))
    }

    /// Rule 1: what an extension adds to another module's type that is no class of its own, where that is known.
    @Test("extensions of what other modules declare")
    func extensionsElsewhere() async throws {
        let text = try await expect(
            """
            import Lib
            typealias Boxes = Box
            extension Boxes { func testA() {} }
            extension Lib.Actor { func testB() {} }
            extension Space.Inner { func testC() {} }
            extension Helper { func testD() {} }
            extension Generic { func testE() {} }
            extension Mixin { func testF() {} }
            extension Base { func testG() {} }
            extension Elsewhere { func testH() {} }
            """,
            dependency: """
                public struct Box<T> {}
                public actor Actor {}
                public enum Space { public struct Inner {} }
                public protocol Helper { associatedtype A }
                open class Generic<T>: TestCase {}
                public protocol Mixin: TestCase {}
                open class Base: TestCase {}
                """,
            warnings: [
                "A.swift:7:26: warning: test method 'testE' of 'Generic' is not registered and will not run: "
                    + "class 'Generic' is generic",
                "A.swift:8:24: warning: test method 'testF' of 'Mixin' is not registered and will not run: "
                    + "it is declared in an extension of a protocol",
            ])
        #expect(
            statements(text).filter { $0.hasPrefix("let suite") } == [
                #"let suite = module.suite(extending: Base.self, file: "A.swift", line: 9)"#,
                #"let suite = module.suite(extending: Elsewhere.self, file: "A.swift", line: 10)"#,
            ]
        )
    }

    @Test(
        "test a",
        arguments: [
            "struct S: P { func testA(x: Int) {} }",
            "enum E { static func testA() {} }",
            "actor A: P { func testA(x: Int) {} }",
            "protocol P: AnyObject { func testA(x: Int) }",
            "func testA(x: Int) -> Int { 1 }",
            "class NoParent { private func testA() {} }",
            "class Base {}\nclass Sub: Base { private func testA() {} }",
            "class Foo: TestCase { private func testHelper() {} }",
            "protocol P {}\nprivate class Mock: P { func testA(x: Int) {} }",
            "private class Mock: Sendable { func testA(x: Int) {} }",
            "extension String { private func testA() {} }",
            "extension Service { func testA(x: Int) -> Bool { true } }",
            "class Foo: TestCase { override func testA(x: Int) -> Bool { true } }",
            "class Foo: TestCase { let text = \"\"\"\n    private func testA() {}\n    \"\"\" }",
            "class Foo: TestCase { /* private func testA() {} */ }",
            "class Foo: TestCase { func check() { func testA(x: Int) {} } }",
            // Of names that nearly match those of tests, hooks or focus.
            "class Foo: TestCase { private func Focus_testX() {} }",
            "class Foo: TestCase { func testing() {}; func attest() {}; func noTestsFound() {}; func xtested() {} }",
            "class Foo: TestCase { func TestX(x: Int) {}; func Focus_testX() -> Int { 1 }; static func TestY() {} }",
            "class Foo: TestCase { override func setUpTest() {}; override func setUpTestCase(_ name: String) {} }",
            "class Foo: TestCase { private func setUp() {}; func setUpServer() {} }",
            "class Foo: TestCase { override func setUpTestCase(_ name: String) { setUp() }; func setUp() {} }",
            "class Foo: Unknown { func setUp() {} }",
            "class FocusTests: TestCase {}\nclass Focused: TestCase {}",
            "class Foo: TestCase { private func xtestA() {}; func skipTest() {}; func disabled_testA(x: Int) {} }",
            "class Foo: TestCase { func testA() { _testB() }; func _testB() {} }",
            "struct Foo { private func testA() {}; func test() {}; func tested() {}; func testA(x: Int) {} }",
            "private struct Foo { func testA() {} }\nprivate func testB() {}",
            "struct Probe { func testServer() {} }\nclass Foo: TestCase { func testA() { Probe().testServer() } }",
            "func testServer() {}\nclass Foo: TestCase { func testA() { testServer() } }",
            "func testing() {}\nfunc testValue() -> Int { 1 }\nfunc testEach(_ x: Int) {}",
            "class Mock: Sendable { private func testA() {}; static func testB() {}; func testC() -> Int { 1 } }",
            "protocol P { func testA() }\nclass Mock: P { func testA() {} }",
            "class Foo: TestCase { func testAsyncA() { done { [finish] in finish() } } }",
            "class Foo: TestCase { func testAsyncA() async {}; func testBAsync() async throws {} }",
            "class Foo: TestCase { func testAsyncA() {} ; override func setUpTest() { finishesOnExit = true } }",
            "class Base: TestCase { func end() { finish() } }\nclass Foo: Base { func testAsyncA() { end() } }",
            "class Foo: TestCase { func testAsyncA() { end() } }\nextension Foo { func end() { finish() } }",
            "class Foo: Unknown { func testAsyncA() {} }",
        ])
    func noneFor(source: String) async throws {
        try await expect(source)
    }
}
