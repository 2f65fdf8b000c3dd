// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// A file's bytes, read as they are asked for.
///
/// Every access is checked against the size. The file is not mapped: one that a linker cuts short meanwhile is a fault
/// of that file, where a mapping of it would end the host with SIGBUS.
public final class FileBytes {
    /// The number of bytes that are read at once.
    private static let chunkSize: UInt64 = 4096

    /// The open file.
    private let descriptor: Int32
    /// The file's state when it was opened.
    let information: stat
    /// The file's size then, in bytes.
    let size: UInt64
    /// The chunk read last, and its place in the file divided by the chunk's size.
    private var current: (place: UInt64, bytes: [UInt8]) = (.max, [])
    /// The chunk read before that, since a table of symbols and that of their names are read in turn.
    private var previous: (place: UInt64, bytes: [UInt8]) = (.max, [])

    /// Opens a regular file.
    ///
    /// Nothing else is opened for longer than it takes to see that: a pipe does not block.
    public init(path: String) throws(ELFFault) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(SystemFault.reason(errno)) }
        guard let information = stat(descriptor: descriptor) else {
            let reason = SystemFault.reason(errno)
            close(descriptor)
            throw .unreadable(reason)
        }
        guard information.kind == S_IFREG else {
            close(descriptor)
            throw .notAFile
        }
        (self.descriptor, self.information) = (descriptor, information)
        size = UInt64(information.st_size)
    }

    deinit { close(descriptor) }

    /// The first few bytes, fewer where the file is shorter.
    public func prefix(_ count: Int) throws(ELFFault) -> [UInt8] {
        let count = min(size, UInt64(count))
        try check(0, count)
        if count > Self.chunkSize { return try read(from: 0, count: Int(count)) }
        try load(0)
        return Array(current.bytes.prefix(Int(count)))
    }

    /// A little-endian number.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: UInt64, _: Number.Type
    ) throws(ELFFault) -> Number {
        let width = MemoryLayout<Number>.size
        try check(offset, UInt64(width))
        let start = Int(offset % Self.chunkSize)
        try load(offset / Self.chunkSize)
        if start + width <= current.bytes.count {
            let raw = current.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Number.self) }
            return Number(littleEndian: raw)
        }
        var result: Number = 0
        for index in 0..<width {
            result |= Number(truncatingIfNeeded: try byte(at: offset + UInt64(index))) << Number(8 * index)
        }
        return result
    }

    /// The bytes of a piece of the file; nil where they are not all there.
    func piece(at start: UInt64, count: UInt64) -> [UInt8]? {
        guard start <= size, count <= size - start, let bytes = try? read(from: start, count: Int(clamping: count))
        else { return nil }
        return bytes.count == count ? bytes : nil
    }

    /// Whether just these bytes are at a place.
    public func contains(_ wanted: [UInt8], at offset: UInt64) throws(ELFFault) -> Bool {
        try check(offset, UInt64(wanted.count))
        for (index, expected) in wanted.enumerated() {
            if try byte(at: offset + UInt64(index)) != expected { return false }
        }
        return true
    }

    /// The bytes from a place up to the next zero byte, which must come within a number of bytes; nil if it does not.
    func text(at offset: UInt64, limit: UInt64) throws(ELFFault) -> [UInt8]? {
        try check(offset, 1)
        var (text, next) = ([UInt8](), offset)
        let end = offset + min(limit, size - offset)
        while next < end {
            try load(next / Self.chunkSize)
            let start = Int(next % Self.chunkSize)
            guard start < current.bytes.count else {
                _ = try byte(at: next)
                return nil
            }
            let stretch = current.bytes[start...].prefix(Int(clamping: end - next))
            if let zero = stretch.firstIndex(of: 0) { return text + stretch[..<zero] }
            text += stretch
            next += UInt64(stretch.count)
        }
        return nil
    }

    /// Refuses what is not all inside the file.
    private func check(_ offset: UInt64, _ width: UInt64) throws(ELFFault) {
        guard offset <= size, size - offset >= width else {
            throw .truncated(what: "a table", end: offset &+ width, size: size)
        }
    }

    /// A byte inside the file.
    private func byte(at offset: UInt64) throws(ELFFault) -> UInt8 {
        try load(offset / Self.chunkSize)
        let index = Int(offset % Self.chunkSize)
        guard index < current.bytes.count else {
            let end = current.place * Self.chunkSize + UInt64(current.bytes.count)
            throw .truncated(what: "a table", end: offset + 1, size: end)
        }
        return current.bytes[index]
    }

    /// Makes a chunk the current one.
    ///
    /// It is short where the file has ended meanwhile.
    private func load(_ place: UInt64) throws(ELFFault) {
        if place == current.place { return }
        swap(&current, &previous)
        if place == current.place { return }
        let start = place * Self.chunkSize
        current = (place, try read(from: start, count: Int(min(Self.chunkSize, size - start))))
    }

    /// Bytes from a place, fewer where the file has ended meanwhile.
    private func read(from start: UInt64, count: Int) throws(ELFFault) -> [UInt8] {
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, failure == nil {
                let place = buffer.baseAddress.map { $0 + filled }
                let got = pread(descriptor, place, count - filled, off_t(start) + off_t(filled))
                if got == 0 { break }
                if got > 0 { filled += got } else if errno != EINTR { failure = errno }
            }
        }
        if let failure { throw .unreadable(SystemFault.reason(failure)) }
        return bytes
    }
}
