// SPDX-License-Identifier: MIT

extension UInt8 {
    /// The byte as two hexadecimal digits.
    public var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension [UInt8] {
    /// The bytes as two hexadecimal digits each.
    public var hexadecimal: String { reduce(into: "") { $0 += $1.hexadecimal } }
}
