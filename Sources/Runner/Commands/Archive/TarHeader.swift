// SPDX-License-Identifier: MIT

/// A header block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"), with every number checked.
struct TarHeader {
    /// The places of the fields.
    enum Field {
        static let name = 0..<100
        static let mode = 100..<108
        static let owner = 108..<116
        static let group = 116..<124
        static let size = 124..<136
        static let time = 136..<148
        static let checksum = 148..<156
        static let kind = 156
        static let magic = 257..<263
        static let version = 263..<265
        static let prefix = 345..<500
    }

    /// The path, as far as this block has it.
    let path: [UInt8]
    /// The letter of its kind.
    let kind: UInt8
    /// The number of bytes that follow.
    let size: UInt64
    /// Its permissions.
    let mode: UInt64

    /// Reads a block that is not all zeros.
    init(_ block: ArraySlice<UInt8>) throws(FormatFault) {
        let block = Array(block)
        let magic = Array(block[Field.magic])
        // GNU tar ends the word with spaces, and uses what follows the names for other things.
        let isGNU = magic == Array("ustar ".utf8)
        guard isGNU || magic == Array("ustar\0".utf8) else {
            throw FormatFault(
                reason: "expected a header of a tar archive (ustar), got something else\(Self.hint(block))")
        }
        let stated = try Self.number(block[Field.checksum], "checksum")
        guard stated == Self.checksum(of: block) else {
            throw FormatFault(reason: "the header's checksum is \(Self.checksum(of: block)), and it states \(stated)")
        }
        size = try Self.number(block[Field.size], "size")
        mode = try Self.number(block[Field.mode], "mode")
        guard size <= TarEntry.sizeLimit else {
            throw FormatFault(reason: "its size, \(size) bytes, is more than a file can have")
        }
        kind = block[Field.kind]
        let name = Array(block[Field.name].prefix { $0 != 0 })
        let prefix = isGNU ? [] : Array(block[Field.prefix].prefix { $0 != 0 })
        path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// The sum of a block's bytes, in which the sum itself counts as spaces.
    static func checksum(of block: [UInt8]) -> UInt64 {
        var sum: UInt64 = 0
        for (index, byte) in block.enumerated() {
            sum += Field.checksum.contains(index) ? UInt64(UInt8(ascii: " ")) : UInt64(byte)
        }
        return sum
    }

    /// A number: octal digits, or the bytes themselves where the first has its highest bit set.
    static func number(_ field: ArraySlice<UInt8>, _ name: String) throws(FormatFault) -> UInt64 {
        if let first = field.first, first & 0x80 != 0 { return try binary(field, name) }
        let spaces: [UInt8] = [0, UInt8(ascii: " ")]
        let text = field.drop { $0 == UInt8(ascii: " ") }
        let digits = text.prefix { !spaces.contains($0) }
        var result: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else {
                let shown = String(
                    decoding: field.prefix { $0 != 0 }.map { $0 < 0x7F && $0 > 0x1F ? $0 : 0x3F }, as: UTF8.self)
                throw FormatFault(reason: "expected a \(name) in octal digits, got '\(shown)'")
            }
            // Twelve digits at most.
            result = result << 3 | UInt64(digit - UInt8(ascii: "0"))
        }
        guard text.dropFirst(digits.count).allSatisfy(spaces.contains) else {
            throw FormatFault(reason: "the \(name) is followed by something else")
        }
        return result
    }

    /// A number of GNU tar's, with the highest byte first.
    private static func binary(_ field: ArraySlice<UInt8>, _ name: String) throws(FormatFault) -> UInt64 {
        var result: UInt64 = 0
        for (index, byte) in field.enumerated() {
            let part = index == 0 ? byte & 0x7F : byte
            if index == 0, part & 0x40 != 0 { throw FormatFault(reason: "the \(name) is negative") }
            guard result >> 55 == 0 else { throw FormatFault(reason: "the \(name) has more than 63 bits") }
            result = result << 8 | UInt64(part)
        }
        return result
    }

    /// Advice for what others make of an archive.
    private static func hint(_ block: [UInt8]) -> String {
        let known: [(start: [UInt8], tool: String)] = [
            ([0x1F, 0x8B], "gzip -dc"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd -dc"), ([0xFD, 0x37, 0x7A, 0x58], "xz -dc"),
            ([0x42, 0x5A, 0x68], "bzip2 -dc"),
        ]
        guard let match = known.first(where: { block.starts(with: $0.start) }) else { return "" }
        return "; it is compressed: \(match.tool) FILE | runner -"
    }
}
