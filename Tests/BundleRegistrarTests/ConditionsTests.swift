// SPDX-License-Identifier: MIT

import Testing

@testable import BundleRegistrar

/// Which `#if` conditions hold where.
struct ConditionsTests {
    /// The conditions at the mark `@` of a text whose directives stand at the starts of lines.
    private func holding(_ text: String) -> [String] {
        let bytes = [UInt8](text.utf8)
        let directives = bytes.indices.filter {
            bytes[$0] == UInt8(ascii: "#") && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n"))
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "@")) ?? 0
        return Conditions(directives: directives, in: SourceText(bytes)).holding(at: mark)
    }

    @Test(
        "hold",
        arguments: [
            ("#if A\n#endif\n@", []),
            ("#if A\n@\n#endif", ["A"]),
            ("#if A\n#else\n@\n#endif", ["!(A)"]),
            ("#if A\n#elseif B || C\n@\n#else\n#endif", ["!(A) && (B || C)"]),
            ("#if A\n#elseif B\n#else\n@\n#endif", ["!(A) && !(B)"]),
            ("#if A\n#if B\n#endif\n#if C\n@\n#endif\n#endif", ["A", "C"]),
            ("#if A /* not // B */ && C // D\n@\n#endif", ["A && C"]),
            ("#if (A ||\n    B)\n@\n#endif", ["(A || B)"]),
            ("#if A\n@", ["A"]),
            ("#endif\n#else\n@", []),
        ])
    func hold(text: String, expected: [String]) {
        #expect(holding(text) == expected)
    }
}
