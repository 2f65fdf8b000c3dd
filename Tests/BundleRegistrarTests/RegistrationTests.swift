// SPDX-License-Identifier: MIT

import Testing

/// The registrations of sources.
struct RegistrationTests {
    @Test("names focus and effects")
    func focusAndEffects() async throws {
        try await expect(
            """
            import TestKit
            public class Focus_Foo: TestKit.TestCase {
                func testA() {} ; func testB() async throws {}
                @objc(testX) open override func focus_testC(
                    // no argument -> Int
                ) throws(E) -> /* async */ Void {}
                func outlineTestD() {}
                func `test it`() -> () {}
                func testAsyncE() throws { finish() }
                func testAsyncmainF() {}
                func testGAsync() async {}
                func helper() {}
                func Testing() {}
            }
            class `class`: Focus_Foo {}
            """,
            statements: [
                #"let suite = module.suite(Focus_Foo.self, "MyTests.Foo", isFocused: true, file: "A.swift", line: 2)"#,
                #"suite.add("testA", line: 3) { $0.testA() }"#,
                #"suite.add("testB", line: 3) { try await $0.testB() }"#,
                #"suite.add("testC", isFocused: true, line: 4) { try $0.focus_testC() }"#,
                #"suite.add("outlineTestD", line: 7) { $0.outlineTestD() }"#,
                #"suite.add("test it", line: 8) { $0.`test it`() }"#,
                #"suite.addOnOwnThread("testAsyncE", line: 9) { try $0.testAsyncE() }"#,
                #"suite.add("testAsyncmainF", line: 10) { $0.testAsyncmainF() }"#,
                #"suite.add("testGAsync", line: 11) { await $0.testGAsync() }"#,
                ##"_ = module.suite(`class`.self, "MyTests.class", file: "A.swift", line: 15)"##,
            ])
    }

    @Test("a case takes typed examples from the member of its name, at whose line the compiler looks for mistakes")
    func typedExamples() async throws {
        let found = try await Parser.shared.register([
            "A.swift": """
            class Base: TestCase {
                static let sharedExamples = [TypedExample("a", 1)]
            }
            final class A: Base {
                class var readsExamples: [TypedExample<(text: String, count: Int)>] { [] }
                func focus_outlineTestReads(_ text: String, of count: Int) async {}
                func outlineTestShared(number: Int) {}
                func outlineTestOther(number: Int) {}
                func outlineTestReads() {}
                static var otherExamples: [Example] { [] }
            }
            """,
            "B.swift": """
            extension A {
                func outlineTestMore(text: String) {}
                static var moreExamples: [TypedExample<String>] { [] }
            }
            extension Foreign {
                func outlineTestMore(text: String) {}
                static var moreExamples: [TypedExample<String>] { [] }
            }
            """,
        ])
        let lines = found.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        func statement(_ examples: String, _ place: String, _ add: String) {
            let wanted = "do { let values = suite.examples { $0.\(examples) }; suite.addWithParameters(\(add) }"
            let index = lines.firstIndex(of: wanted)
            #expect(index != nil, "\(wanted) in\n\(found.text)")
            guard let index else { return }
            #expect(lines[index - 1] == "#sourceLocation(file: \(place))" && lines[index + 1] == "#sourceLocation()")
        }
        statement(
            "readsExamples", #""A.swift", line: 5"#,
            #""outlineTestReads", count: 2, parameters: "(_: String, of: Int) async", isFocused: true, line: 6) "#
                + "{ try await $0.focus_outlineTestReads(values($1).text, of: values($1).count) }")
        statement(
            "sharedExamples", #""A.swift", line: 2"#,
            #""outlineTestShared", count: 1, parameters: "(number: Int)", line: 7) { try $0.outlineTestShared(number: values($1)) }"#
        )
        let more = #"line: 2) { try $0.outlineTestMore(text: values($1)) }"#
        statement(
            "moreExamples", #""B.swift", line: 3"#,
            #""outlineTestMore", count: 1, parameters: "(text: String)", file: "B.swift", \#(more)"#)
        #expect(lines.contains(#"#sourceLocation(file: "B.swift", line: 7)"#))
        // Dictionaries, and a case without parameters, are as always.
        #expect(lines.contains { $0.hasSuffix(#"{ try $0.outlineTestOther(number: $1("number")) }"#) })
        #expect(lines.contains { $0.hasSuffix("{ $0.outlineTestReads() }") && $0.hasPrefix("suite.add(") })
        #expect(found.warnings == [])
    }

    @Test("names the hooks that may throw: an error has no place of its own")
    func hooks() async throws {
        try await expect(
            """
            class Base: TestCase {
                override class func setUpClass() throws {}
                override func setUpTest() {}
                #if B
                override func setUpTestCase(_ name: String) async throws {}
                #endif
                func tearDownTestCase(_ name: String) throws {}
            }
            """,
            statements: [
                #"let suite = module.suite(Base.self, "MyTests.Base", file: "A.swift", line: 1)"#,
                #"suite.hook("setUpClass", line: 2)"#,
                "#if B", #"suite.hook("setUpTestCase", isAsync: true, line: 5)"#, "#endif",
            ])
    }

    @Test("nested classes and extensions across files")
    func nestedClasses() async throws {
        let found = try await Parser.shared.register([
            "A.swift": "extension Outer.Inner.Tests { func testB() {} }\nextension Alias { func testC() {} }",
            "B.swift": "struct Outer { enum Inner {} }\ntypealias Alias = MyTests.Outer.Inner.Tests",
            "C.swift": "extension Outer.Inner { class Tests: TestCase { func testA() {} } }",
        ])
        #expect(
            statements(found.text) == [
                #"let suite = module.suite(Outer.Inner.Tests.self, "MyTests.Outer.Inner.Tests", file: "C.swift", line: 1)"#,
                #"suite.add("testA", line: 1) { $0.testA() }"#,
                #"suite.add("testB", file: "A.swift", line: 1) { $0.testB() }"#,
                #"suite.add("testC", file: "A.swift", line: 2) { $0.testC() }"#,
            ]
        )
    }

    @Test("extensions of other modules repeat the imports")
    func extensions() async throws {
        let found = try await Parser.shared.register([
            "A.swift": """
            import TestKit
            @testable import Shared // and no more
            #if canImport(X)
            import struct X.Y; import Z
            #endif
            #if os(Linux)
            extension Shared.Base { func testA() {} ; func other() {} }
            #endif
            """,
            "B.swift": "import Unneeded\nclass A: B {}",
        ])
        #expect(found.text.contains("@testable import Shared\n#if canImport(X)\nimport struct X.Y\nimport Z\n#endif\n"))
        #expect(!found.text.contains("Unneeded"))
        #expect(
            found.text.contains("// \"A.swift\":7 extends 'Shared.Base' of another module. If this does not compile, "))
        #expect(
            statements(found.text).suffix(4) == [
                "#if os(Linux)",
                #"let suite = module.suite(extending: Shared.Base.self, file: "A.swift", line: 7)"#,
                #"suite.add("testA", line: 7) { $0.testA() }"#,
                "#endif",
            ]
        )
    }

    @Test("imports test kit at the level of the sources, whose paths are quoted")
    func importLevel() async throws {
        let found = try await Parser.shared.register([
            #"/a "b"/\A.swift"#: "internal import TestKit\nclass A: TestCase {}"
        ])
        #expect(found.text.contains("\ninternal import TestKit\n"))
        #expect(found.text.contains(##"file: "/a \"b\"/\\A.swift", line: 2)"##))
    }

    @Test("conditions of classes and methods")
    func conditions() async throws {
        try await expect(
            #"""
            #if A
            class Foo: TestCase {
                let text = """
                    #if NOT
                    """
                // #if NOT
                #if B
                func testA() {}
                #if C
                func testB() {}
                #endif
                #else
                func testA() {}
                #endif
            }
            #else
            class Foo: Other { func testA() {} }
            #endif
            """#,
            statements: [
                "#if A", #"let suite = module.suite(Foo.self, "MyTests.Foo", file: "A.swift", line: 2)"#,
                "#if B", #"suite.add("testA", line: 8) { $0.testA() }"#, "#endif",
                "#if (B) && (C)", #"suite.add("testB", line: 10) { $0.testB() }"#, "#endif",
                "#if !(B)", #"suite.add("testA", line: 13) { $0.testA() }"#, "#endif",
                "#endif",
                "#if !(A)", #"let suite = module.suite(Foo.self, "MyTests.Foo", file: "A.swift", line: 17)"#,
                #"suite.add("testA", line: 17) { $0.testA() }"#,
                "#endif",
            ])
    }

    @Test("subclasses of generic classes register what they inherit")
    func genericSubclasses() async throws {
        try await expect(
            """
            class Base<Element>: TestCase { func testA() {} ; func testB() async {} }
            class Ints: Base<Int> { override func testA() {} }
            class More: Ints {}
            """,
            statements: [
                #"let suite = module.suite(Ints.self, "MyTests.Ints", file: "A.swift", line: 2)"#,
                #"suite.add("testA", line: 2) { $0.testA() }"#,
                #"suite.add("testB", line: 1) { await $0.testB() }"#,
                #"_ = module.suite(More.self, "MyTests.More", file: "A.swift", line: 3)"#,
            ])
    }

    @Test("private classes of one name stay apart")
    func privateClasses() async throws {
        let found = try await Parser.shared.register([
            "A.swift": "private class Foo: TestCase {}\nextension Foo { func testA() {} }",
            "B.swift": "private class Foo: TestCase {}\nextension Foo { func testB() {} }",
        ])
        #expect(found.warnings.map { String($0.prefix(12)) } == ["A.swift:2:22", "B.swift:2:22"])
        #expect(statements(found.text).isEmpty)
    }

    @Test("calls on other actors await")
    func otherActors() async throws {
        let found = try await Parser.shared.register([
            "A.swift": """
            @globalActor actor Mine { static let shared = Mine() }
            class Foo: TestCase { @Mine func testA() {} ; @MainActor func testB() {} ; @My.OwnActor func testC() {} }
            @Mine class Bar: TestCase { func testD() throws {} }
            @MainActor class Baz: TestCase { func testE() {} }
            """
        ])
        #expect(
            statements(found.text).filter { $0.hasPrefix("suite") } == [
                #"suite.addOnActor("testA", line: 2) { await $0.testA() }"#,
                #"suite.add("testB", line: 2) { $0.testB() }"#,
                #"suite.addOnActor("testC", line: 2) { await $0.testC() }"#,
                #"suite.addOnActor("testD", line: 3) { try await $0.testD() }"#,
                #"suite.add("testE", line: 4) { $0.testE() }"#,
            ]
        )
    }

    @Test("a module without classes has an empty record")
    func emptyModule() async throws {
        let found = try await Parser.shared.register(["A.swift": "struct S {}"])
        #expect(found.text.contains("ModuleRecord = { context in _ = ModuleRegistration(context) }"))
    }
}
