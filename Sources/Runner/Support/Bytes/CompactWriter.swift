// SPDX-License-Identifier: MIT

/// Appends numbers of seven bits to a byte, and texts behind their lengths.
public struct CompactWriter {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Has written nothing yet.
    public init() {}

    /// Appends a number that is not negative.
    public mutating func add(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number))
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number in eight bytes.
    public mutating func add(fixed number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a text.
    public mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
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
