// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Bytes as text.
struct HexadecimalTests {
    @Test("each byte has two digits, in lowercase")
    func digits() {
        #expect([0, 9, 10, 0x0F, 0x10, 0xA0, 0xFF].hexadecimal == "00090a0f10a0ff")
        #expect([UInt8]().hexadecimal == "")
    }
}
