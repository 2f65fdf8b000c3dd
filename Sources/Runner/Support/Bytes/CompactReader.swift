// SPDX-License-Identifier: MIT

/// Reads what `CompactWriter` wrote; zero, and a fault, behind the end: files are damaged.
public struct CompactReader {
    /// The bytes.
    private let bytes: ArraySlice<UInt8>
    /// The next byte.
    private var place: Int
    /// Whether something made no sense.
    private var hasFailed = false

    /// Reads some bytes.
    public init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

    /// How many bytes are left.
    private var left: Int { bytes.endIndex - place }

    /// Whether nothing is left.
    public var isAtEnd: Bool { left == 0 }

    /// Whether all was read, and made sense.
    public var isComplete: Bool { !hasFailed && isAtEnd }

    /// Notes that what was read makes no sense.
    public mutating func fail() { hasFailed = true }

    /// The next number.
    public mutating func number() -> Int {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while place < bytes.endIndex, shift < 63 {
            let byte = bytes[place]
            place += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(clamping: result) }
            shift += 7
        }
        fail()
        return 0
    }

    /// The next number, which is a count.
    public mutating func small() -> Int {
        if let count = FileNumber.count.checked(UInt64(number())) { return Int(count) }
        fail()
        return 0
    }

    /// The next number of all its bytes.
    public mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type = UInt64.self) -> Number {
        let size = MemoryLayout<Number>.size
        guard left >= size else {
            fail()
            return 0
        }
        defer { place += size }
        let offset = place - bytes.startIndex
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// The next text, invalid UTF-8 repaired.
    public mutating func text() -> String {
        let count = number()
        guard count <= left else {
            fail()
            return ""
        }
        defer { place += count }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    /// The next numbers, which ascend.
    public mutating func ascending() -> [Int] {
        var last = 0
        return list { reader in
            // None is read after a fault, so that the sum cannot overflow.
            last += reader.small()
            if FileNumber.count.checked(UInt64(last)) == nil { reader.fail() }
            return last
        }
    }

    /// The next values, of which each has at least so many bytes.
    public mutating func list<Value>(of size: Int = 1, _ read: (inout CompactReader) -> Value) -> [Value] {
        let count = number()
        guard count <= left / size else {
            fail()
            return []
        }
        var result: [Value] = []
        for _ in 0..<count where !hasFailed { result.append(read(&self)) }
        return result
    }
}
