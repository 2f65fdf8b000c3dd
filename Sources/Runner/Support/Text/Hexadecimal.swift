// SPDX-License-Identifier: MIT

extension UInt8 {
    /// The byte as two hexadecimal digits.
    public var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension [UInt8] {
    /// The bytes as two hexadecimal digits each.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            for (place, byte) in enumerated() {
                (digits[2 * place], digits[2 * place + 1]) = (Self.digit(byte >> 4), Self.digit(byte & 0xF))
            }
            return 2 * count
        }
    }

    /// The digit of a number below 16.
    private static func digit(_ number: UInt8) -> UInt8 {
        number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
    }
}
