// SPDX-License-Identifier: MIT

import RunnerModel

/// The sections of a library's file: symbols and lines, which nothing needs to run it.
///
/// A file may say anything: each size is bounded by the file's own before it is read.
public final class ObjectSections {
    /// Where a section is.
    private struct Header {
        let name: UInt32
        let kind: UInt32
        let flags: UInt64
        let address: UInt64
        let offset: UInt64
        let size: UInt64
        let link: UInt32
    }

    /// The name of the section with the lines of source code.
    static let lines = ".debug_line"

    /// Sections larger than this are not read, in bytes.
    private static let sizeLimit: UInt64 = 1 << 28
    /// Takes no room in the file.
    private static let empty: UInt32 = 8
    /// Is compressed.
    private static let compressed: UInt64 = 0x800

    /// The file.
    private let file: FileBytes
    /// All sections.
    private var headers: [Header] = []
    /// Their names.
    private var names: [UInt8] = []

    /// Reads which sections there are; nil where the file is no object of 64 bits in this byte order.
    public convenience init?(path: String) {
        guard let file = try? FileBytes(path: path) else { return nil }
        self.init(file)
    }

    /// Reads which sections an open file has.
    init?(_ file: FileBytes) {
        self.file = file
        guard (try? file.prefix(6)) == [0x7F, 0x45, 0x4C, 0x46, 2, 1], let nameIndex = try? readHeaders() else {
            return nil
        }
        if headers.indices.contains(nameIndex) { names = bytes(of: headers[nameIndex]) }
    }

    /// Reads where all sections are; returns the number of the one with their names.
    private func readHeaders() throws(ELFFault) -> Int {
        let table = try file.number(at: 40, UInt64.self)
        let (stride, count) = (try file.number(at: 58, UInt16.self), try file.number(at: 60, UInt16.self))
        if stride < 64 { throw .shortProgramHeader(UInt64(stride)) }
        // All at once: bundles are many, and have dozens of sections each.
        let size = UInt64(stride) * UInt64(count)
        guard size <= Self.sizeLimit, let bytes = file.piece(at: table, count: size) else {
            throw .truncated(what: "the table of sections", end: table &+ size, size: file.size)
        }
        headers.reserveCapacity(Int(count))
        bytes.withUnsafeBytes { bytes in
            func number<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _: Number.Type) -> Number {
                Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
            }
            for entry in Swift.stride(from: 0, to: bytes.count, by: Int(stride)) {
                headers.append(
                    Header(
                        name: number(entry, UInt32.self), kind: number(entry + 4, UInt32.self),
                        flags: number(entry + 8, UInt64.self), address: number(entry + 16, UInt64.self),
                        offset: number(entry + 24, UInt64.self), size: number(entry + 32, UInt64.self),
                        link: number(entry + 40, UInt32.self)))
            }
        }
        return Int(try file.number(at: 62, UInt16.self))
    }

    /// Whether there is a section of a name.
    public func has(_ name: String) -> Bool { headers.contains { isNamed($0, name) } }

    /// Whether there is a section whose name begins so.
    func hasAny(_ prefix: String) -> Bool { headers.contains { begins($0, prefix) } }

    /// Where a section is in memory, from where the library is loaded, and how many bytes it has; nil where it is not there.
    public func place(of name: String) -> (address: UInt64, size: UInt64)? {
        headers.first { isNamed($0, name) }.map { ($0.address, $0.size) }
    }

    /// A section's bytes; empty where it is not there.
    func section(_ name: String) -> [UInt8] { headers.first { isNamed($0, name) }.map(bytes) ?? [] }

    /// A section's bytes and those of the one that it is linked with, as symbols are with their names.
    func linkedSections(_ name: String) -> (section: [UInt8], linked: [UInt8])? {
        guard let header = headers.first(where: { isNamed($0, name) }),
            headers.indices.contains(Int(header.link))
        else { return nil }
        return (bytes(of: header), bytes(of: headers[Int(header.link)]))
    }

    /// Whether a section has a name.
    private func isNamed(_ header: Header, _ name: String) -> Bool {
        let end = Int(header.name) + name.utf8.count
        return begins(header, name) && end < names.count && names[end] == 0
    }

    /// Whether a section's name begins so.
    private func begins(_ header: Header, _ prefix: String) -> Bool {
        Int(header.name) < names.count && names[Int(header.name)...].starts(with: prefix.utf8)
    }

    /// A section's bytes; none where they are compressed.
    private func bytes(of header: Header) -> [UInt8] {
        if header.kind == Self.empty || header.flags & Self.compressed != 0 || header.size > Self.sizeLimit {
            return []
        }
        return file.piece(at: header.offset, count: header.size) ?? []
    }
}
