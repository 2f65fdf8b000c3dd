// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// The hash and the text in which an HTML report's policy names its script, against the standards' own examples.
struct SHA256Tests {
    private func hex(_ text: String) -> String {
        SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("examples of the standard")
    func standardExamples() {
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(
        "base 64",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ bytes: String, _ text: String) {
        #expect(Base64.text(Array(bytes.utf8)) == text)
    }

    @Test("the last digits")
    func theLastDigits() { #expect(Base64.text([0xFB, 0xEF, 0xFF]) == "++//") }
}
