// SPDX-License-Identifier: MIT

/// The records of a pax header about the next entry: lines such as `18 path=some/file`.
struct PaxRecords {
    /// The path, in place of that of the header.
    var path: [UInt8]?
    /// The size, in place of that of the header.
    private(set) var size: UInt64?

    /// Reads the content of such a header.
    mutating func read(_ bytes: [UInt8]) throws(TarHeader.Fault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            guard digits.count < 8, let length = Self.decimal(digits), length <= rest.count, length > digits.count + 1,
                rest[rest.startIndex + length - 1] == UInt8(ascii: "\n")
            else { throw TarHeader.Fault(reason: "a record of a pax header has no length that fits") }
            let record = rest.prefix(length - 1).dropFirst(digits.count + 1)
            rest = rest.dropFirst(length)
            let key = record.prefix { $0 != UInt8(ascii: "=") }
            guard key.count < record.count else {
                throw TarHeader.Fault(reason: "a record of a pax header has no value")
            }
            try take(String(decoding: key, as: UTF8.self), record.dropFirst(key.count + 1))
        }
    }

    /// Takes a record.
    private mutating func take(_ key: String, _ value: ArraySlice<UInt8>) throws(TarHeader.Fault) {
        switch key {
        case "path": path = Array(value)
        case "size":
            guard let number = Self.decimal(value), UInt64(number) <= TarEntry.sizeLimit else {
                throw TarHeader.Fault(
                    reason:
                        "expected a size in a pax header, got '\(String(decoding: value.prefix(30), as: UTF8.self))'")
            }
            size = UInt64(number)
        default:
            if key.hasPrefix("GNU.sparse.") { throw TarHeader.Fault(reason: "a sparse file is not unpacked") }
        }
    }

    /// A number in decimal digits alone; nil for anything else.
    private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
