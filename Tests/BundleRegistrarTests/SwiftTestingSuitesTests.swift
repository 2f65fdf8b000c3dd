// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The suites of Swift Testing for a test target's classes.
struct SwiftTestingSuitesTests {
    @Test("a class has a test for each case, own and inherited, and none twice")
    func cases() async throws {
        let source = """
            import TestKit
            extension Outer { class Base: TestCase { func testA() {}; func testB() {} } }
            enum Outer {
                #if A
                class Life: Base {
                    override func testB() {}
                    #if B
                    func outlineTestC(count: Int) {}
                    #endif
                    func `test some text`() {}
                }
                #endif
            }
            """
        let text = try await Parser.shared.register(["A.swift": source], isTestTarget: true).suites
        let rest = text.components(separatedBy: "extension Outer.Life {").last ?? ""
        let life = rest.components(separatedBy: "\n}").first ?? ""
        let names = life.components(separatedBy: " func ").dropFirst().map { String($0.prefix { $0 != "(" }) }
        #expect(names == ["testB", "outlineTestC", "`test some text`", "testA"], "\(text)")
        #expect(text.contains("#if A\nextension Outer.Life {\n    @Testing.Suite(\"Outer.Life\", .serialized, "))
        #expect(
            life.contains(
                "#if B\n        @Testing.Test(TestKitClass.tags(Outer.Life.self, \"outlineTestC\"), arguments: "))
    }

    /// Whatever is no test of TestKit would not compile there.
    @Test(
        "only a class that is known to be a TestCase has a suite",
        arguments: [
            ("import TestKit\nclass Foo: TestCase { func testA() {} }", "", "testA"),
            ("import TestKit\nclass Foo: TestCase { func testA() {} }", "class TestCase: XCTestCase {}", "testA"),
            ("class Foo: TestCase { func testA() {} }", "open class TestCase: XCTestCase {}", ""),
            ("class Foo: Lib.TestCase { func testA() {} }", "open class TestCase: XCTestCase {}", ""),
            ("class Foo: XCTestCase { func testA() {} }", "", ""),
            ("class Base: XCTest.XCTestCase {}\nclass Foo: Base { func testA() {} }", "", ""),
            ("class Foo: Base { func testA() {} }", "open class Base: XCTestCase {}", ""),
            ("class Foo: Base {}", "import TestKit\nopen class Base: TestCase { func testA() {} }", "testA"),
            (
                "class Foo: Base {}\nextension Base { func testB() {} }",
                "open class Base: TestCase { func testA() {} }", "testB testA"
            ),
            ("class Foo: Thing { func testA() {} }", "public protocol Thing {}", ""),
        ])
    func known(source: String, dependency: String, names: String) async throws {
        let found = try await Parser.shared.register(["A.swift": source], dependency: dependency, isTestTarget: true)
        #expect(found.suites.contains("extension Foo {") == !names.isEmpty, "\(found.suites)")
        for name in names.split(separator: " ") { #expect(found.suites.contains(" func \(name)() ")) }
        #expect(found.warnings.isEmpty, "\(found.warnings)")
    }

    @Test(
        "a class that says that it is abstract has no suite; its subclasses have",
        arguments: [
            ("true", true), (" return true // as always\n", true), ("self == Base.self", false), ("false", false),
            ("\n#if A\nreturn true\n#endif\n", false),
        ])
    func abstract(value: String, isLeftOut: Bool) async throws {
        let source = """
            class Base: TestCase { override class var isAbstract: Bool { \(value) }
              func testA() {} }
            class Foo: Base {}
            """
        let text = try await Parser.shared.register(["A.swift": "import TestKit\n" + source], isTestTarget: true).suites
        #expect(text.contains("extension Foo {") && text.contains("extension Base {") != isLeftOut, "\(text)")
    }

    @Test("a class of which nobody knows what it is has none, and the build says so")
    func unknown() async throws {
        let source = "class Foo: Base { func testA() {} }"
        let found = try await Parser.shared.register(
            ["A.swift": source], dependency: "open class Base: Far {}", isTestTarget: true)
        #expect(
            found.warnings == [
                "A.swift:1:7: warning: 'Foo' is not run by 'swift test' without the runner: the sources do not show that 'Far' is "
                    + "a TestCase"
            ])
        #expect(!found.suites.contains("import"))
        #expect(!found.text.contains("module.warn("), "the runner runs it")
    }
}
