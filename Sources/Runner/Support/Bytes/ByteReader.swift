// SPDX-License-Identifier: MIT

/// Reads the output of `ByteWriter`.
///
/// Every step checks the bounds, since the writer shared a process with foreign code.
public struct ByteReader {
    /// The bytes end before what was to be read.
    public struct Exhausted: Error {
        /// Makes the error.
        public init() {}
    }
    /// The bytes to read.
    private let bytes: [UInt8]
    /// The offset of the next read.
    public private(set) var offset: Int
    /// The offset at which reading must end.
    private let end: Int

    /// Reads a stretch of some bytes, by default all of them.
    public init(_ bytes: [UInt8], from offset: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.offset = offset
        self.end = min(end ?? bytes.count, bytes.count)
    }

    /// Whether everything has been read.
    public var isAtEnd: Bool { offset >= end }

    /// The next number, or numbers that are side by side, in the machine's byte order: of a type that any bits are a value of.
    public mutating func read<Value: BitwiseCopyable>(_: Value.Type = Value.self) throws(Exhausted) -> Value {
        let size = MemoryLayout<Value>.size
        guard end - offset >= size else { throw Exhausted() }
        let start = offset
        offset += size
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Value.self) }
    }

    /// The length that represents an absent text; no text is so long.
    public static let absent = UInt32.max

    /// The place of the next text, or nil if it is absent.
    public mutating func readTextIfPresent() throws(Exhausted) -> Text? {
        let start = offset
        if try read(UInt32.self) == Self.absent { return nil }
        offset = start
        return try readText()
    }

    /// The place of the next text.
    public mutating func readText() throws(Exhausted) -> Text {
        let count = Int(try read(UInt32.self))
        guard end - offset >= count else { throw Exhausted() }
        defer { offset += count }
        return Text(start: UInt32(offset), count: UInt32(count))
    }

    /// The next text, invalid UTF-8 repaired.
    public mutating func readString() throws(Exhausted) -> String {
        let text = try readText()
        return String(decoding: bytes[text.range], as: UTF8.self)
    }
}

/// The place of a text in the bytes of a registry.
///
/// Ten thousand names so need no allocation.
public struct Text: Hashable, Sendable, BitwiseCopyable {
    /// The offset of the first byte.
    public var start: UInt32
    /// Its length in bytes of UTF-8.
    public var count: UInt32

    /// Makes one from its parts.
    public init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    /// The place of an empty text.
    public static let none = Text(start: 0, count: 0)

    /// The range of its bytes.
    public var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
