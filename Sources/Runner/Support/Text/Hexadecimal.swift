// SPDX-License-Identifier: MIT

extension UInt8 {
    /// The byte as two hexadecimal digits.
    public var hexadecimal: String { [self].hexadecimal }

    /// The hexadecimal digit of a number below 16, in ASCII.
    var hexadecimalDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}

extension UInt64 {
    /// The number in hexadecimal digits.
    ///
    /// `String(_:radix:)` is for numbers of all kinds: the runtime would look up what it needs of this one, 0.04 ms in each process.
    public var hexadecimal: String {
        let count = self == 0 ? 1 : (67 - leadingZeroBitCount) / 4
        return String(unsafeUninitializedCapacity: count) { digits in
            for place in 0..<count {
                digits[count - 1 - place] = (UInt8(truncatingIfNeeded: self >> (4 * place)) & 0xF).hexadecimalDigit
            }
            return count
        }
    }
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
