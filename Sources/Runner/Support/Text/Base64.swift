// SPDX-License-Identifier: MIT

/// Bytes as text (RFC 4648, section 4).
public enum Base64 {
    /// The digits.
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text, with its padding.
    public static func text(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
            for place in 0..<4 {
                result.append(
                    place <= group.count ? digits[number >> (18 - place * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
