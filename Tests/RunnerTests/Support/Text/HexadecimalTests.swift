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

    @Test("a number has the digits that the standard library gives it")
    func number() {
        let borders = (0..<64).flatMap { [(1 as UInt64) << $0 - 1, 1 << $0] } + [.max, 0x0123_4567_89AB_CDEF]
        for number in borders { #expect(number.hexadecimal == String(number, radix: 16)) }
    }
}
