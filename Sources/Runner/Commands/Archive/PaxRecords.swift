// SPDX-License-Identifier: MIT

import RunnerSupport

/// The records of a pax header about the next entry: lines such as `18 path=some/file`.
struct PaxRecords {
    /// The path, in place of that of the header.
    var path: [UInt8]?
    /// The size, in place of that of the header.
    private(set) var size: UInt64?

    /// Reads the content of such a header.
    mutating func read(_ bytes: [UInt8]) throws(FormatFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            guard digits.count < 8, let length = FileNumber.count.read(digits).map({ Int($0) }), length <= rest.count,
                length > digits.count + 1,
                rest[rest.startIndex + length - 1] == UInt8(ascii: "\n")
            else { throw FormatFault(reason: "a record of a pax header has no length that fits") }
            let record = rest.prefix(length - 1).dropFirst(digits.count + 1)
            rest = rest.dropFirst(length)
            let key = record.prefix { $0 != UInt8(ascii: "=") }
            guard key.count < record.count else {
                throw FormatFault(reason: "a record of a pax header has no value")
            }
            try take(String(decoding: key, as: UTF8.self), record.dropFirst(key.count + 1))
        }
    }

    /// Takes a record.
    private mutating func take(_ key: String, _ value: ArraySlice<UInt8>) throws(FormatFault) {
        switch key {
        case "path": path = Array(value)
        case "size":
            guard let number = FileNumber.seed.read(value), number <= TarEntry.sizeLimit else {
                throw FormatFault(
                    reason:
                        "expected a size in a pax header, got '\(String(decoding: value.prefix(30), as: UTF8.self))'")
            }
            size = number
        default:
            if key.hasPrefix("GNU.sparse.") { throw FormatFault(reason: "a sparse file is not unpacked") }
        }
    }
}
