// SPDX-License-Identifier: MIT

import Glibc

/// A buffered output to a descriptor.
public struct TextOutput {
    /// The descriptor; it stays open.
    private let descriptor: Int32
    /// The bytes that are not written yet.
    private var buffer: [UInt8] = []
    /// The number of bytes that were written or wait for it.
    public private(set) var count = 0
    /// The reason why writing failed, as an `errno`: then nothing more is tried.
    public private(set) var failure: Int32?
    /// Whether writing failed.
    var isBroken: Bool { failure != nil }

    /// Writes to a descriptor.
    public init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Appends text.
    public mutating func write(_ text: String) { write(text.utf8) }

    /// Writes a text that the program has.
    public mutating func write(_ text: StaticString) { text.withUTF8Buffer { write($0) } }

    /// Appends UTF-8 text.
    public mutating func write(_ text: some Collection<UInt8>) {
        let before = buffer.count
        buffer.append(contentsOf: text)
        count &+= buffer.count - before
        if buffer.count > 65_536 { flush() }
    }

    /// Appends a line.
    public mutating func line(_ text: String) {
        write(text)
        line()
    }

    /// Ends a line.
    public mutating func line() { buffer.append(UInt8(ascii: "\n")) }

    /// Appends a line of UTF-8 text.
    public mutating func line(_ text: ArraySlice<UInt8>) {
        write(text)
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Takes note that the report cannot be written, for a reason found elsewhere.
    public mutating func fail(_ code: Int32) { failure = failure ?? code }

    /// Hands over what is postponed.
    public mutating func flush() {
        if !isBroken { failure = buffer.withUnsafeBytes { $0.writeAll(to: descriptor) } }
        buffer.removeAll(keepingCapacity: true)
    }
}
