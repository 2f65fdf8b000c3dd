// SPDX-License-Identifier: MIT

import Glibc

/// The sections of a library's file: symbols and lines, which nothing needs to run it.
///
/// A file may say anything: each size is bounded by the file's own before it is read.
final class ObjectSections {
    /// Where a section is.
    private struct Header {
        let name: UInt32
        let kind: UInt32
        let flags: UInt64
        let offset: UInt64
        let size: UInt64
        let link: UInt32
    }

    /// Sections larger than this are not read, in bytes.
    private static let sizeLimit: UInt64 = 1 << 28
    /// Takes no room in the file.
    private static let empty: UInt32 = 8
    /// Is compressed.
    private static let compressed: UInt64 = 0x800

    /// The open file.
    private let descriptor: Int32
    /// The file's size.
    private let size: UInt64
    /// All sections.
    private var headers: [Header] = []
    /// Their names.
    private var names: [UInt8] = []

    /// Reads which sections there are; nil where the file is no object of 64 bits in this byte order.
    init?(path: String) {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var information = stat()
        guard descriptor >= 0, fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
        else {
            size = 0
            return nil
        }
        size = UInt64(max(0, information.st_size))
        guard let start = read(0, 64), start.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        let place = Self.number(start, 40, 8)
        let (stride, count) = (Self.number(start, 58, 2), Self.number(start, 60, 2))
        guard stride >= 64, let table = read(place, stride * count) else { return nil }
        for index in 0..<Int(count) {
            let entry = index * Int(stride)
            headers.append(
                Header(
                    name: UInt32(Self.number(table, entry, 4)), kind: UInt32(Self.number(table, entry + 4, 4)),
                    flags: Self.number(table, entry + 8, 8), offset: Self.number(table, entry + 24, 8),
                    size: Self.number(table, entry + 32, 8), link: UInt32(Self.number(table, entry + 40, 4))))
        }
        let nameIndex = Int(Self.number(start, 62, 2))
        if headers.indices.contains(nameIndex) { names = bytes(of: headers[nameIndex]) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether there is a section of a name.
    func has(_ name: String) -> Bool { headers.contains { self.name(of: $0) == name } }

    /// A section's bytes; empty where it is not there.
    func section(_ name: String) -> [UInt8] {
        headers.first { self.name(of: $0) == name }.map(bytes) ?? []
    }

    /// A section's bytes and those of the one that it is linked with, as symbols are with their names.
    func linkedSections(_ name: String) -> (section: [UInt8], linked: [UInt8])? {
        guard let header = headers.first(where: { self.name(of: $0) == name }),
            headers.indices.contains(Int(header.link))
        else { return nil }
        return (bytes(of: header), bytes(of: headers[Int(header.link)]))
    }

    /// A section's name.
    private func name(of header: Header) -> String {
        guard Int(header.name) < names.count else { return "" }
        return String(decoding: names[Int(header.name)...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A section's bytes; none where they are compressed.
    private func bytes(of header: Header) -> [UInt8] {
        if header.kind == Self.empty || header.flags & Self.compressed != 0 { return [] }
        return read(header.offset, header.size) ?? []
    }

    /// Some bytes of the file; nil where they are not all there.
    private func read(_ offset: UInt64, _ count: UInt64) -> [UInt8]? {
        guard offset <= size, count <= size - offset, count <= Self.sizeLimit else { return nil }
        let wanted = Int(count)
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset) + off_t(filled))
                if got <= 0 { break }
                filled += got
            }
        }
        return bytes.count == wanted ? bytes : nil
    }

    /// A little-endian number.
    private static func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> UInt64 {
        var result: UInt64 = 0
        for index in 0..<width { result |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return result
    }
}
