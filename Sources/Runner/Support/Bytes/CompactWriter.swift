// SPDX-License-Identifier: MIT

/// Appends numbers of seven bits to a byte, and texts behind their lengths.
public struct CompactWriter {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Has written nothing yet.
    public init() {}

    /// Appends a number; one below nought counts as nought.
    public mutating func add(_ number: Int) {
        var rest = UInt64(clamping: number)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number in all its bytes, the lowest first.
    public mutating func add(fixed number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a text.
    public mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }

    /// Appends some texts.
    public mutating func add(_ texts: [String]) {
        add(texts.count)
        for text in texts { add(text) }
    }

    /// Appends numbers that ascend, as the steps between them.
    public mutating func add(ascending numbers: [Int]) {
        add(numbers.count)
        var last = 0
        for number in numbers {
            add(number - last)
            last = number
        }
    }
}
