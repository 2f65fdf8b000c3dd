// SPDX-License-Identifier: MIT

extension UInt8 {
    /// The byte as two hexadecimal digits.
    public var hexadecimal: String { [self].hexadecimal }

    /// The hexadecimal digit of a number below 16, in ASCII.
    var hexadecimalDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}

extension [UInt8] {
    /// The bytes as two hexadecimal digits each.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            for (place, byte) in enumerated() {
                digits[2 * place] = (byte >> 4).hexadecimalDigit
                digits[2 * place + 1] = (byte & 0xF).hexadecimalDigit
            }
            return 2 * count
        }
    }
}
