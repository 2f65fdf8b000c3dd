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
        "one",
        arguments: [
            ("expectTrue(s.isEmpty || s.count == 2)", "1:11 expectTrue(s.isEmpty || s.count == 2)"),
            (#"expectTrue(a, "why \(b)")"#, "1:11 expectTrue(a)"),
            (
                #"try TestKit.requireEqual(a, "b, (c)", "why", file: f, line: l)"#,
                #"1:25 TestKit.requireEqual(a, "b, (c)")"#
            ),
            ("expectEqual(a, b, accuracy: 0.1)", "1:12 expectEqual(a, b, accuracy: 0.1)"),
            ("expectThrows { try f() }", "1:14 expectThrows { try f() }"),
            ("expectEqual(\n    a,\n    // why\n    b\n)", "1:12 expectEqual(a, b)"),
            ("expectValid(thing)", "1:12 expectValid(thing)"),
            ("if x { assertBalanced(y) }", "1:22 assertBalanced(y)"),
        ])
    func one(body: String, text: String) async throws {
        #expect(try await texts(body) == [text])
    }

    @Test("several in a line")
    func severalInALine() async throws {
        #expect(
            try await texts("class A { func f() { if x { expectTrue(a) } else { expectTrue(b) } } }")
                == ["1:39 expectTrue(a)", "1:62 expectTrue(b)"]
        )
    }

    @Test(
        "none",
        arguments: ["f(x)", "unexpected(x)", "a.expected", "let expectTrue = 1", "(expect)(x)", "// expectTrue(x)"])
    func none(body: String) async throws {
        #expect(try await texts(body) == [])
    }

    @Test("a long one is cut")
    func aLongOneIsCut() async throws {
        let text = try await texts("expectTrue(\(String(repeating: "a + ", count: 200))a)").first
        #expect(text?.count == "1:11 ".count + 400 && text?.hasSuffix("…") == true)
    }
}
