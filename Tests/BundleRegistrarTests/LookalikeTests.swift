// SPDX-License-Identifier: MIT

import Testing

/// Warnings about names that nearly match those of tests, hooks or focus.
///
/// Rule 1.
struct LookalikeTests {
    /// The warnings about a class with these members, without their place.
    private func warnings(_ members: String, in class: String = "Foo: TestCase") async throws -> [String] {
        let found = try await Parser.shared.register(["A.swift": "class \(`class`) {\n\(members)\n}"])
        return found.warnings.map { String($0.drop { $0 != " " }.dropFirst("warning: ".count + 1)) }
    }

    @Test(
        "nearly a case",
        arguments: [
            ("Focus_testX", "focus_testX"), ("FOCUS_testX", "focus_testX"), ("focustestX", "focus_testX"),
            ("focus_TestX", "focus_testX"), ("FOCUS_outlineTestX", "focus_outlineTestX"),
            ("focus_adds", "focus_testAdds"),
            ("outlinetestX", "outlineTestX"), ("OutlineTestX", "outlineTestX"), ("outline_testX", "outlineTestX"),
            ("parameterizedtestX", "parameterizedTestX"), ("parametrizedTestX", "parameterizedTestX"),
            ("Focus_parameterisedtestX", "focus_parameterisedTestX"), ("TestX", "testX"),
        ])
    func nearlyCase(name: String, meant: String) async throws {
        for `class` in ["Foo: TestCase", "Foo: Unknown"] {
            #expect(
                try await warnings("func \(name)() {}", in: `class`) == [
                    "method '\(name)' of 'Foo' is not a test case and will not run: did you mean '\(meant)'? "
                        + "If it is a helper, make it private"
                ]
            )
        }
    }

    @Test(
        "nearly a hook, a case that somebody has put aside, and one in which nobody calls finish",
        arguments: [
            ("func setUp() {}", "did you mean 'override func setUpTestCase(_ name: String)'"),
            ("func tearDown() async throws {}", "did you mean 'override func tearDownTestCase(_ name: String)'"),
            ("func setUpTestCase() {}", "did you mean 'override func setUpTestCase(_ name: String)'"),
            ("func setUpTestCase(name: String) {}", "did you mean 'override func setUpTestCase(_ name: String)'"),
            ("func setUpWithError() throws {}", "did you mean 'override func setUpTestCase(_ name: String)'"),
            ("func setupTest() {}", "did you mean 'override func setUpTest()'"),
            ("func tearDownTest(x: Int) {}", "did you mean 'override func tearDownTest()'"),
            ("class func setUp() {}", "will not be called: did you mean 'override class func setUpClass()'"),
            ("static func tearDown() {}", "did you mean 'override class func tearDownClass()'"),
            ("func setUpClass() {}", "setUpClass()'? If it is a helper, make it private"),
            ("func xtestA() {}", "'xtestA' of 'Foo' is put aside and will not run: call it 'testA' and skip it with `"),
            ("func x_testA() {}", "call it 'testA' and"), ("func _testA() {}", "call it 'testA' and"),
            ("func disabled_testA() {}", "call it 'testA' and"), ("func DISABLED_testA() {}", "call it 'testA' and"),
            ("func skip_testA() {}", "call it 'testA' and"), ("func ignoredTestA() {}", "call it 'testA' and"),
            ("func xoutlineTestA() {}", "call it 'outlineTestA' and"),
            ("func testAsyncX() { /* finish() */ work() }", "case 'testAsyncX' of 'Foo' will exceed its time limit: "),
            ("func testXAsync() { work() }", "will exceed its time limit: "),
            ("func testAsyncmainX() { work() }", "will exceed its time limit: "),
            ("func outlineTestAsyncX() { work() }", "will exceed its time limit: "),
            ("func focus_testAsyncX() { work() }", "will exceed its time limit: "),
        ])
    func unlikely(declaration: String, says: String) async throws {
        let found = try await warnings(declaration)
        #expect(found.count == 1 && found[0].contains(says), "\(found)")
    }

    @Test(
        "a type that cannot have cases",
        arguments: ["struct Foo", "actor Foo", "enum Foo", "final class Foo", "struct Foo: Sendable"])
    func otherTypes(head: String) async throws {
        let found = try await Parser.shared.register([
            "A.swift": "\(head) { func testA() {}; func testB() async throws {} }"
        ])
        #expect(found.warnings.count == 1 && found.warnings.first?.contains("('testA', 'testB')") == true)
        #expect(found.text.contains("methods: 2, file: \"A.swift\", line: 1)"), "\(found.text)")
        let extended = try await Parser.shared.register(["A.swift": "\(head) {}\nextension Foo { func testC() {} }"])
        #expect(extended.warnings.count == 1, "\(extended.warnings)")
    }

    @Test("a function outside of types")
    func functions() async throws {
        let found = try await Parser.shared.register([
            "A.swift": "func testA() {}\nfunc xtestB() {}\n#if os(macOS)\nfunc testC() {}\n#endif"
        ])
        #expect(found.warnings.count == 3, "\(found.warnings)")
        #expect(
            found.warnings.allSatisfy { $0.contains("' is not registered and will not run: a case is a method of") })
        #expect(found.text.contains("functions: 1, file: \"A.swift\", line: 1)"))
        // What is not compiled is no test that is left out.
        #expect(found.text.contains("    #if os(macOS)\n    module.warn("), "\(found.text)")
    }

    @Test(
        "a test of Swift Testing in a bundle",
        arguments: [
            ("@Suite struct Foo { @Test func adds() {} }", "tests of Swift Testing in 'Foo' will not run ('adds')"),
            ("@Suite class Foo { @Test func testA() {} }", "tests of Swift Testing in 'Foo' will not run ('testA')"),
            (
                #"struct Foo { @Testing.Test("x", .tags(.a)) private func adds(x: Int) {} }"#,
                "Testing in 'Foo' will not run ("
            ),
            ("@Suite(.serialized) enum Foo {}", "the suite 'Foo' of Swift Testing will not run"),
            (#"@Test("adds", arguments: [1]) func adds(_ x: Int) {}"#, "the test 'adds' of Swift Testing will not run"),
            ("extension Foo { @Test func adds() {} }\nstruct Foo {}", "tests of Swift Testing in 'Foo' will not run"),
            (
                "class Foo: TestCase { @Test func adds() {}; func testB() {} }",
                "tests of Swift Testing in 'Foo' will not run"
            ),
        ])
    func foreign(source: String, message: String) async throws {
        let found = try await Parser.shared.register(["A.swift": source])
        #expect(found.warnings.count == 1 && found.warnings.first?.contains(message) == true, "\(found.warnings)")
        #expect(found.text.contains("module.warn("))
        // In a test target it runs.
        #expect(try await Parser.shared.register(["A.swift": source], isTestTarget: true).warnings.isEmpty)
    }

    @Test("a test case of XCTest in a test target is no lookalike")
    func xctestInTestTarget() async throws {
        let source = "import XCTest\nclass Base: XCTestCase { func testA() {} }\nclass Foo: Base { func testB() {} }"
        #expect(try await !Parser.shared.register(["A.swift": source]).warnings.isEmpty)
        let found = try await Parser.shared.register(["A.swift": source], isTestTarget: true)
        #expect(found.warnings.isEmpty, "\(found.warnings)")
        #expect(found.text.contains(#"@section("swift5_tests")"#))
    }

    @Test("nearly a focused class")
    func nearlyFocused() async throws {
        #expect(
            try await warnings("func testA() {}", in: "FOCUS_Foo: TestCase") == [
                "class 'FOCUS_Foo' is not focused: the prefix is 'Focus_' or 'focus_'; did you mean 'Focus_Foo'?"
            ]
        )
    }

    @Test(
        "a class with no test case behind it",
        arguments: [
            ("Foo", "it does not inherit from TestCase"),
            ("Foo: Sendable", "it does not inherit from TestCase"),
            ("Foo: XCTestCase", "it inherits from XCTestCase, not from TestKit's TestCase"),
        ])
    func withoutTestCase(class: String, reason: String) async throws {
        let found = try await warnings(
            "func testA() {}\nfunc testB() async throws {}\nfunc testC(x: Int) {}", in: `class`)
        #expect(
            found.prefix(1) == [
                "test methods of class 'Foo' are not registered and will not run ('testA', 'testB'): \(reason); "
                    + "if they are not tests, make them private"
            ]
        )
    }

    /// The rule for hooks and cases reaches classes whose base is another module's.
    @Test("through a base in another module")
    func otherModule() async throws {
        let found = try await Parser.shared.register(
            ["A.swift": "class Foo: Base { func setUp() {} }\nclass Bar: Service { func setUp() {} }"],
            dependency: "open class Base: TestCase {}\nopen class Service {}"
        )
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.contains("method 'setUp' of 'Foo' is not a hook") == true)
    }
}
