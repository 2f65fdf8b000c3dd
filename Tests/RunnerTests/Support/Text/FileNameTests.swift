// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Names of files from names that strangers chose.
struct FileNameTests {
    @Test(
        "safe",
        arguments: [
            ("a.txt", "a.txt"), ("größe 😀.png", "größe 😀.png"), ("../a", "_._a"), ("..", "_"), (".", "_"), ("", "x"),
            ("   ", "x"), ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"), ("a\0b\n\u{7F}\u{9B}", "a_b___"),
            ("a\u{FFFE}b\u{2028}", "a_b_"), ("a\u{202E}b\u{200B}c", "a_b_c"), ("end. .", "end"), (".bashrc", "_bashrc"),
            ("example[a/b]", "example[a_b]"),
        ])
    func safe(name: String, expected: String) { #expect(FileName.safe(name, otherwise: "x") == expected) }

    @Test("long")
    func long() {
        let name = FileName.safe(String(repeating: "ä", count: 300) + ".json", otherwise: "x")
        #expect(name.utf8.count <= FileName.limit && name.hasPrefix("ää") && name.hasSuffix("ä.json"))
        let odd = FileName.safe("a." + String(repeating: "b", count: 300), otherwise: "x")
        #expect(odd.utf8.count == FileName.limit && odd.hasPrefix("a.b"))
    }

    @Test("numbered")
    func numbered() {
        #expect(FileName.numbered("a.txt", 1) == "a.txt" && FileName.numbered("a.txt", 2) == "a-2.txt")
        #expect(FileName.numbered("a.tar.gz", 3) == "a.tar-3.gz" && FileName.numbered("a", 4) == "a-4")
    }
}
