// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reads a tar archive as a stream: ustar, with the long names of pax and of GNU tar.
///
/// Links, devices, pipes and sparse files are refused, and so is every number that cannot be. Nothing is reserved by a
/// number that the archive states.
struct TarReader {
    /// The archive's name, for messages.
    let name: String
    /// The open archive.
    private let input: InputFile
    /// Bytes read and not used yet, from `start` to `end`.
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)
    /// The bytes that are left in the buffer.
    private var (start, end) = (0, 0)
    /// The number of bytes of the archive that were used.
    private(set) var offset: UInt64 = 0
    /// The offset of the last header.
    private(set) var headerOffset: UInt64 = 0
    /// The numbers of bytes of the current file that are left, and that fill its last block.
    private var (remaining, padding): (UInt64, Int) = (0, 0)
    /// Whether the end mark was read.
    private var isAtEnd = false

    /// The most bytes of a header of pax or of a long name.
    private static let extensionLimit: UInt64 = 1 << 16

    /// Reads an open archive.
    init(_ input: InputFile, name: String) { (self.input, self.name) = (input, name) }

    /// The next file or directory; nil at the end.
    mutating func next() throws(ArchiveFault) -> TarEntry? {
        var extended = PaxRecords()
        while true {
            try skip()
            guard let header = try header() else { return nil }
            switch header.kind {
            case UInt8(ascii: "x"): try take(pax: &extended)
            case UInt8(ascii: "g"):
                var shared = PaxRecords()
                try take(pax: &shared)
                if shared.path != nil || shared.size != nil {
                    throw fault("a path or a size for all entries is not supported")
                }
            case UInt8(ascii: "L"): extended.path = Array(try readAll(limit: Self.extensionLimit).prefix { $0 != 0 })
            case UInt8(ascii: "K"): _ = try readAll(limit: Self.extensionLimit)
            default: return try entry(header, extended)
            }
        }
    }

    /// Reads what comes next of the current file; nothing at its end.
    mutating func read(limit: Int) throws(ArchiveFault) -> ArraySlice<UInt8> {
        if remaining == 0 { return [] }
        try fill()
        let count = Int(min(UInt64(min(limit, end - start)), remaining))
        let result = buffer[start..<start + count]
        use(count)
        remaining -= UInt64(count)
        return result
    }

    /// All of the current file, which must have no more bytes than the limit.
    mutating func readAll(limit: UInt64) throws(ArchiveFault) -> [UInt8] {
        guard remaining <= limit else { throw fault("it has \(remaining) bytes, and at most \(limit) are read") }
        var bytes: [UInt8] = []
        while remaining > 0 { bytes += try read(limit: Int.max) }
        return bytes
    }

    /// Reads whatever follows the end mark, so that who writes the archive is not cut off.
    mutating func drain() throws(ArchiveFault) {
        start = end
        while try more() > 0 { start = end }
    }

    /// A fault at the last header.
    func fault(_ reason: String) -> ArchiveFault { ArchiveFault(archive: name, place: headerOffset, reason: reason) }

    // MARK: Headers

    /// The next header; nil at the end mark.
    private mutating func header() throws(ArchiveFault) -> TarHeader? {
        if isAtEnd { return nil }
        headerOffset = offset
        let block = try block()
        if block.allSatisfy({ $0 == 0 }) {
            isAtEnd = true
            return nil
        }
        do throws(FormatFault) {
            let header = try TarHeader(block)
            remaining =
                [UInt8(ascii: "5"), UInt8(ascii: "1"), UInt8(ascii: "2")].contains(header.kind) ? 0 : header.size
            padding = TarEntry.padding(after: remaining)
            return header
        } catch { throw fault(error.reason) }
    }

    /// Takes the content of a header of pax.
    private mutating func take(pax: inout PaxRecords) throws(ArchiveFault) {
        let bytes = try readAll(limit: Self.extensionLimit)
        do throws(FormatFault) { try pax.read(bytes) } catch { throw fault(error.reason) }
    }

    /// The entry of a header and of those before it.
    private mutating func entry(_ header: TarHeader, _ extended: PaxRecords) throws(ArchiveFault) -> TarEntry {
        let bytes = extended.path ?? header.path
        let path = String(decoding: bytes, as: UTF8.self)
        guard path.utf8.elementsEqual(bytes) else { throw fault("a path in it is not UTF-8") }
        let isDirectory = header.kind == UInt8(ascii: "5")
        switch header.kind {
        case UInt8(ascii: "5"): break
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
            if let size = extended.size {
                remaining = size
                padding = TarEntry.padding(after: size)
            }
        default: throw fault("'\(path)' is \(Self.name(of: header.kind)), which is not unpacked")
        }
        return TarEntry(path: path, isDirectory: isDirectory, size: remaining, isExecutable: header.mode & 0o111 != 0)
    }

    /// A kind that is refused, in words.
    private static func name(of kind: UInt8) -> String {
        switch kind {
        case UInt8(ascii: "1"): "a hard link"
        case UInt8(ascii: "2"): "a symbolic link"
        case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
        case UInt8(ascii: "6"): "a pipe"
        case UInt8(ascii: "S"): "a sparse file"
        default: "of the unknown kind \(kind)"
        }
    }

    // MARK: Bytes

    /// Passes over what is left of the current file.
    private mutating func skip() throws(ArchiveFault) {
        while remaining > 0 { _ = try read(limit: Int.max) }
        while padding > 0 {
            try fill()
            let count = min(padding, end - start)
            use(count)
            padding -= count
        }
    }

    /// The next block.
    private mutating func block() throws(ArchiveFault) -> ArraySlice<UInt8> {
        while end - start < TarEntry.blockSize {
            if try more() == 0 {
                let rest = offset == 0 && end == start ? "it is empty" : "it ends without its end mark: it was cut off"
                throw fault(rest)
            }
        }
        let block = buffer[start..<start + TarEntry.blockSize]
        use(TarEntry.blockSize)
        return block
    }

    /// Sees to it that there is a byte.
    private mutating func fill() throws(ArchiveFault) {
        if start == end, try more() == 0 { throw fault("it ends within an entry: it was cut off") }
    }

    /// Notes that bytes were used.
    private mutating func use(_ count: Int) {
        start += count
        offset += UInt64(count)
    }

    /// Reads more into the buffer; returns how much, nothing at the end of the file.
    private mutating func more() throws(ArchiveFault) -> Int {
        if start == end {
            (start, end) = (0, 0)
        } else if end == buffer.count {
            buffer.replaceSubrange(0..<end - start, with: Array(buffer[start..<end]))
            (start, end) = (0, end - start)
        }
        do throws(InputFile.Fault) {
            let count = try input.read(into: &buffer, from: end)
            end += count
            return count
        } catch { throw ArchiveFault(archive: name, place: nil, reason: error.description) }
    }
}
