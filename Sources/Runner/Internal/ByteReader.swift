/// Reads what `ByteWriter` wrote; every step checks the bounds, since the writer shared a process with strangers' code.
struct ByteReader {
    /// The bytes end before what was to be read.
    struct Exhausted: Error {}

    /// What is read.
    private let bytes: [UInt8]
    /// Where the next read begins.
    private(set) var offset: Int
    /// Where reading must end.
    private let end: Int

    /// Reads a stretch of some bytes, by default all of them.
    init(_ bytes: [UInt8], from offset: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.offset = offset
        self.end = min(end ?? bytes.count, bytes.count)
    }

    /// Whether all has been read.
    var isAtEnd: Bool { offset >= end }

    /// The next number, in the machine's byte order.
    mutating func read<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type = Number.self) throws(Exhausted)
        -> Number
    {
        let size = MemoryLayout<Number>.size
        guard end - offset >= size else { throw Exhausted() }
        let start = offset
        offset += size
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Number.self) }
    }

    /// The next five numbers, as one by one.
    mutating func readNumbers() throws(Exhausted) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
        let size = 5 * MemoryLayout<UInt32>.size
        guard end - offset >= size else { throw Exhausted() }
        let start = offset
        offset += size
        return bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start, as: (UInt32, UInt32, UInt32, UInt32, UInt32).self)
        }
    }

    /// What stands for the length of a text that is not there; no text is so long.
    static let absent = UInt32.max

    /// Where the next text stands, or nil where `absent` stands for it.
    mutating func readTextIfPresent() throws(Exhausted) -> Text? {
        let start = offset
        if try read(UInt32.self) == Self.absent { return nil }
        offset = start
        return try readText()
    }

    /// Where the next text stands.
    mutating func readText() throws(Exhausted) -> Text {
        let count = Int(try read(UInt32.self))
        guard end - offset >= count else { throw Exhausted() }
        defer { offset += count }
        return Text(start: UInt32(offset), count: UInt32(count))
    }

    /// The next text, invalid UTF-8 repaired.
    mutating func readString() throws(Exhausted) -> String {
        let text = try readText()
        return String(decoding: bytes[text.range], as: UTF8.self)
    }

    /// The next text, or nil where `ByteWriter.append(optional:)` wrote none.
    mutating func readOptionalString() throws(Exhausted) -> String? {
        guard try read(UInt8.self) != 0 else { return nil }
        return try readString()
    }
}

/// A text's place in the bytes of a registry: ten thousand names cost no allocation.
struct Text: Hashable {
    /// The offset of the first byte.
    var start: UInt32
    /// How many bytes of UTF-8 it has.
    var count: UInt32

    /// No text.
    static let none = Text(start: 0, count: 0)

    /// Where it stands.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
