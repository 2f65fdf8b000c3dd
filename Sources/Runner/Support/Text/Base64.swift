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

    /// The bytes of a text, up to the first character that is no digit.
    public static func decoded(_ text: StaticString) -> [UInt8] {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return text.withUTF8Buffer { buffer in
            var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
            bytes.reserveCapacity(buffer.count / 4 * 3)
            for character in buffer {
                guard let value = values[Int(character)] else { break }
                (bits, count) = (bits << 6 | UInt32(value), count + 6)
                if count < 8 { continue }
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            return bytes
        }
    }
}
