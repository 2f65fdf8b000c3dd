// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reads what `BlockWriter` wrote; each step checks the bounds, since files are damaged.
public struct BlockReader {
    /// The bytes are not what a writer can have written.
    public struct Malformed: Error {}

    /// The bytes to read.
    private var rest: ArraySlice<UInt8>

    /// Reads some bytes.
    public init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything has been read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// The next number of eight bytes.
    public mutating func number() throws(Malformed) -> UInt64 { try number(width: 8) }

    /// The next number of some bytes.
    public mutating func number(width: Int) throws(Malformed) -> UInt64 {
        guard rest.count >= width else { throw Malformed() }
        var result: UInt64 = 0
        for (index, byte) in rest.prefix(width).enumerated() { result |= UInt64(byte) << UInt64(8 * index) }
        rest = rest.dropFirst(width)
        return result
    }

    /// The next number in groups of seven bits.
    public mutating func short() throws(Malformed) -> UInt64 {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst() {
            guard shift < 63 || byte <= 1 else { throw Malformed() }
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
            guard shift < 64 else { throw Malformed() }
        }
        throw Malformed()
    }

    /// The next number of things, each of which takes at least some bytes of what is left.
    public mutating func count(of size: Int = 1) throws(Malformed) -> Int {
        guard let count = Int(exactly: try short()), count <= rest.count / max(1, size) else { throw Malformed() }
        return count
    }

    /// The next number that is small enough for a count.
    public mutating func small() throws(Malformed) -> Int {
        guard let number = FileNumber.count.checked(try short()) else { throw Malformed() }
        return Int(number)
    }

    /// The next text, invalid UTF-8 repaired.
    public mutating func text() throws(Malformed) -> String {
        let count = try count()
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    /// The next results.
    public mutating func results() throws(Malformed) -> [HistoryResult] {
        let count = try count(of: 2)
        var results: [HistoryResult] = []
        results.reserveCapacity(count)
        for _ in 0..<count { results.append(try result()) }
        return results
    }

    /// The next result.
    public mutating func result() throws(Malformed) -> HistoryResult {
        guard let result = HistoryResult(bits: UInt16(try number(width: 2))) else { throw Malformed() }
        return result
    }
}
