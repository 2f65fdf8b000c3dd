// SPDX-License-Identifier: MIT

/// Writes values to bytes, or reads them from bytes: whatever has parts passes them once, for both.
///
/// Numbers have seven bits to a byte, and texts follow their lengths. After the end, and after bytes that make no sense, every read gives
/// zero, and a fault: files are damaged, and workers share a process with foreign code.
public struct CompactCoder {
    /// Whether it reads; else it writes.
    public let isReading: Bool
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    /// The bytes to read.
    private let source: ArraySlice<UInt8>
    /// The next byte of it.
    private var place: Int
    /// Whether what was read made no sense.
    private var hasFailed = false

    /// Writes.
    public init() { (isReading, source, place) = (false, [], 0) }

    /// Reads some bytes.
    public init(reading bytes: ArraySlice<UInt8>) { (isReading, source, place) = (true, bytes, bytes.startIndex) }

    /// The number of bytes that are left to read.
    private var left: Int { source.endIndex - place }

    /// Whether nothing is left to read.
    public var isAtEnd: Bool { left == 0 }

    /// Whether all was read, and made sense.
    public var isComplete: Bool { !hasFailed && isAtEnd }

    /// Notes that what was read makes no sense.
    public mutating func fail() { hasFailed = true }

    // MARK: Numbers

    /// Passes a number; one below nought is written as nought.
    public mutating func pass(_ number: inout Int) {
        if isReading { number = readNumber() } else { write(UInt64(clamping: number)) }
    }

    /// Passes a number that is mostly small; one that is too large is read as the largest.
    public mutating func pass<Number: FixedWidthInteger>(_ number: inout Number) {
        var whole = Int(clamping: number)
        pass(&whole)
        number = Number(clamping: whole)
    }

    /// Appends a number.
    private mutating func write(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The next number.
    private mutating func readNumber() -> Int {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while place < source.endIndex, shift < 63 {
            let byte = source[place]
            place += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(clamping: result) }
            shift += 7
        }
        fail()
        return 0
    }

    /// Passes a number that is a count.
    public mutating func pass(small number: inout Int) {
        pass(&number)
        if isReading, FileNumber.count.checked(UInt64(number)) == nil {
            fail()
            number = 0
        }
    }

    /// Passes a number, or numbers that are side by side, in all bytes, the lowest first: of a type that any bits are a value of.
    public mutating func pass<Value: BitwiseCopyable>(fixed value: inout Value) {
        guard isReading else { return withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
        guard left >= MemoryLayout<Value>.size else { return fail() }
        let offset = place - source.startIndex
        place += MemoryLayout<Value>.size
        value = source.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
    }

    /// Passes whether something is so.
    public mutating func pass(_ flag: inout Bool) {
        var number = flag ? 1 : 0
        pass(&number)
        flag = number != 0
    }

    /// Passes a value by its number; another number is a fault.
    public mutating func pass<Kind: RawRepresentable>(kind: inout Kind) where Kind.RawValue: FixedWidthInteger {
        var number = kind.rawValue
        pass(&number)
        if let known = Kind(rawValue: number) { kind = known } else { fail() }
    }

    /// Passes a value by its word; another word is a fault.
    public mutating func pass<Kind: RawRepresentable<String>>(kind: inout Kind) {
        var word = kind.rawValue
        pass(&word)
        if let known = Kind(rawValue: word) { kind = known } else { fail() }
    }

    /// Passes the number of a value's kind; what is read is the value of that place among some, whose parts may be passed next.
    public mutating func pass<Value>(
        _ value: inout Value, of blanks: @autoclosure () -> [Value], _ number: (Value) -> Int
    ) {
        var place = number(value)
        pass(small: &place)
        guard isReading else { return }
        let blanks = blanks()
        if blanks.indices.contains(place) { value = blanks[place] } else { fail() }
    }

    // MARK: Texts

    /// Passes a text; of what is read, invalid UTF-8 is repaired.
    public mutating func pass(_ text: inout String) {
        var count = text.utf8.count
        pass(&count)
        guard isReading else { return bytes += text.utf8 }
        guard count <= left else { return fail() }
        text = String(decoding: source[place..<place + count], as: UTF8.self)
        place += count
    }

    /// Passes some texts.
    public mutating func pass(_ texts: inout [String]) { pass(&texts, blank: "") { $1.pass(&$0) } }

    /// The longest text that `pass(cut:)` leaves whole, in bytes.
    public static let textLimit = 1 << 20

    /// Passes a text, of which a very long one loses its end, with a note.
    public mutating func pass(cut text: inout String) {
        let count = text.utf8.count
        if count > Self.textLimit {
            let beginning = String(decoding: text.utf8.prefix(Self.textLimit - 64), as: UTF8.self)
            text = beginning + "\n[cut: \(count) bytes in all]"
        }
        pass(&text)
    }

    /// Passes a text, cut where it is very long, or that there is none.
    public mutating func pass(cut text: inout String?) { pass(&text, blank: "") { $1.pass(cut: &$0) } }

    // MARK: What has parts

    /// Passes a value, or that there is none.
    public mutating func pass<Value>(
        _ value: inout Value?, blank: Value, _ part: (inout Value, inout CompactCoder) -> Void
    ) {
        var isThere = value != nil
        pass(&isThere)
        var whole = value ?? blank
        if isThere { part(&whole, &self) }
        value = isThere ? whole : nil
    }

    /// Passes some values, of which each has at least so many bytes; more than the limit are a fault where they are read.
    public mutating func pass<Value>(
        _ list: inout [Value], of size: Int = 1, limit: Int = .max, blank: Value,
        _ part: (inout Value, inout CompactCoder) -> Void
    ) {
        var count = list.count
        pass(&count)
        guard isReading else {
            for var value in list { part(&value, &self) }
            return
        }
        guard count <= min(limit, left / size) else { return fail() }
        list = []
        for _ in 0..<count where !hasFailed {
            var value = blank
            part(&value, &self)
            list.append(value)
        }
    }

    /// Passes numbers that ascend, as the steps between them.
    public mutating func pass(ascending numbers: inout [Int]) {
        var last = 0
        pass(&numbers, blank: 0) { number, coder in
            var step = number - last
            coder.pass(small: &step)
            // Nothing is read after a fault, so that the sum cannot overflow.
            last += step
            if coder.isReading, FileNumber.count.checked(UInt64(last)) == nil { coder.fail() }
            number = last
        }
    }
}
