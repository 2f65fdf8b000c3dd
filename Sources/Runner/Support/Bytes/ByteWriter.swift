// SPDX-License-Identifier: MIT

import WorkerShims

/// Appends numbers and texts to memory of a fixed size.
///
/// It does not trap if the memory is too small, but remembers that. Listings are written by it.
public struct ByteWriter {
    /// The memory to write to.
    private let memory: UnsafeMutableRawBufferPointer
    /// The number of bytes written.
    public private(set) var count: Int
    /// Whether something did not fit.
    public private(set) var isFull = false

    /// Starts writing at an offset.
    public init(_ memory: UnsafeMutableRawBufferPointer, at count: Int = 0) {
        self.memory = memory
        self.count = count
    }

    /// Has the kernel lay out memory for as many bytes together, as far as there is room.
    public func layOut(_ size: Int) {
        guard let base = memory.baseAddress, size >= 32_768 else { return }
        worker_touch_pages(base + count, min(size, memory.count - count))
    }

    /// Reserves some bytes and returns their offset.
    @inline(__always)
    private mutating func room(_ size: Int) -> UnsafeMutableRawPointer? {
        guard !isFull, let base = memory.baseAddress, memory.count - count >= size else {
            isFull = true
            return nil
        }
        defer { count += size }
        return base + count
    }

    /// Appends a number, or numbers that are side by side, in the machine's byte order.
    @inline(__always)
    public mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        room(MemoryLayout<Value>.size)?.storeBytes(of: value, as: Value.self)
    }

    /// Appends a text's length and its bytes.
    public mutating func append(text: UnsafeRawBufferPointer) {
        guard let place = room(4 + text.count) else { return }
        place.storeBytes(of: UInt32(clamping: text.count), as: UInt32.self)
        if let source = text.baseAddress { (place + 4).copyMemory(from: source, byteCount: text.count) }
    }

    /// Appends a text's length and its bytes.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }

    /// Replaces a number written before.
    public mutating func overwrite(at offset: Int, with value: UInt32) {
        guard offset + 4 <= count else { return }
        memory.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
    }
}
