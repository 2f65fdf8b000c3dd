// SPDX-License-Identifier: MIT

import Testing

@testable import BundleRegistrar

/// The texts of assertions that a bundle carries.
struct AssertionTextTests {
    /// The texts that are found in a body, with their places.
    private func texts(_ body: String) async throws -> [String] {
        try await Parser.shared.read(body).assertions.map { "\($0.location.line):\($0.location.column) \($0.text)" }
    }

    @Test(
        "each assertion of a body has its text and its place",
        arguments: [
            ("expectTrue(s.isEmpty || s.count == 2)", ["1:11 expectTrue(s.isEmpty || s.count == 2)"]),
            (#"expectTrue(a, "why \(b)")"#, ["1:11 expectTrue(a)"]),
            (
                #"try TestKit.requireEqual(a, "b, (c)", "why", file: f, line: l)"#,
                [#"1:25 TestKit.requireEqual(a, "b, (c)")"#]
            ),
            ("expectEqual(a, b, accuracy: 0.1)", ["1:12 expectEqual(a, b, accuracy: 0.1)"]),
            ("expectThrows { try f() }", ["1:14 expectThrows { try f() }"]),
            ("expectEqual(\n    a,\n    // why\n    b\n)", ["1:12 expectEqual(a, b)"]),
            ("expectValid(thing)", ["1:12 expectValid(thing)"]),
            ("if x { assertBalanced(y) }", ["1:22 assertBalanced(y)"]),
            (
                "class A { func f() { if x { expectTrue(a) } else { expectTrue(b) } } }",
                ["1:39 expectTrue(a)", "1:62 expectTrue(b)"]
            ),
            ("f(x)", []), ("unexpected(x)", []), ("a.expected", []), ("let expectTrue = 1", []), ("(expect)(x)", []),
            ("// expectTrue(x)", []),
        ] as [(String, [String])])
    func found(body: String, expected: [String]) async throws {
        #expect(try await texts(body) == expected)
    }

    @Test(
        "an assertion that a condition is true names the one that shows its operands",
        arguments: [
            ("expectTrue(list.contains(item))", "expectContains(list, item)"),
            (#"try requireTrue(a.b.hasPrefix("x, y"), "why")"#, #"requireHasPrefix(a.b, "x, y")"#),
            ("expectTrue(list.contains(f(1, 2)))", "expectContains(list, f(1, 2))"),
            ("expectTrue(a == b.c)", "expectEqual(a, b.c)"),
            ("expectTrue(count >= 3)", "expectGreaterThanOrEqual(count, 3)"),
            ("expectTrue(cart.isEmpty)", "expectEmpty(cart)"),
            // None has these operands, or it is not sure which they are.
            ("expectFalse(list.contains(item))", nil), ("expectTrue(!list.contains(item))", nil),
            ("expectTrue(list.contains(item) && ready)", nil), ("expectTrue(list.contains { $0 > 1 })", nil),
            ("expectTrue(list.contains(where: test))", nil), ("expectTrue(contains(item))", nil),
            ("expectTrue(f(a).contains(item))", nil), ("expectTrue(a + b == c)", nil), ("expectTrue(a == nil)", nil),
            (#"expectTrue(a == "b c")"#, nil), ("expectTrue(ready)", nil), ("expectEqual(a == b, true)", nil),
            ("expectTrue(a == b ? c : d)", nil), ("expectTrue(list.contains(item) == true)", nil),
            ("mine.expectTrue(\n    a == b\n)", "expectEqual(a, b)"),
        ] as [(String, String?)])
    func hints(body: String, hint: String?) async throws {
        #expect(try await Parser.shared.read(body).assertions.map(\.hint) == [hint])
    }

    @Test("a long one is cut")
    func longText() async throws {
        let text = try await texts("expectTrue(\(String(repeating: "a + ", count: 200))a)").first
        #expect(text?.count == "1:11 ".count + 400 && text?.hasSuffix("…") == true)
    }
}
