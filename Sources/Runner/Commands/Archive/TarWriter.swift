// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Writes a tar archive whose bytes depend on its files' paths and contents alone: no times, no owners.
struct TarWriter {
    /// Where it goes.
    private(set) var output: TextOutput
    /// The numbers of bytes of the current file that are still to come, and that fill its last block.
    private var (remaining, padding): (UInt64, Int) = (0, 0)

    /// Writes to a descriptor.
    init(_ descriptor: Int32) { output = TextOutput(descriptor) }

    /// Begins an entry; as many bytes as its size follow by `write`.
    mutating func begin(_ entry: TarEntry) {
        let path = entry.isDirectory ? entry.path + "/" : entry.path
        let largest: UInt64 = 0o77_777_777_777
        var records: [UInt8] = []
        let parts = Self.split(Array(path.utf8))
        if parts == nil { records += Self.record("path", path) }
        if entry.size > largest { records += Self.record("size", String(entry.size)) }
        if !records.isEmpty {
            output.write(
                Self.header(name: Array("pax".utf8), prefix: [], kind: "x", size: UInt64(records.count), mode: 0o644))
            output.write(records)
            output.write([UInt8](repeating: 0, count: TarEntry.padding(after: UInt64(records.count))))
        }
        let names = parts ?? (prefix: [], name: Array(path.utf8.prefix(100)))
        output.write(
            Self.header(
                name: names.name, prefix: names.prefix, kind: entry.isDirectory ? "5" : "0",
                size: min(entry.size, largest), mode: entry.isDirectory || entry.isExecutable ? 0o755 : 0o644))
        remaining = entry.size
        padding = TarEntry.padding(after: entry.size)
        finishFile()
    }

    /// Appends to the current file.
    mutating func write(_ bytes: ArraySlice<UInt8>) {
        output.write(bytes)
        remaining -= min(remaining, UInt64(bytes.count))
        finishFile()
    }

    /// Appends a whole file.
    mutating func add(_ entry: TarEntry, _ bytes: [UInt8]) {
        begin(entry)
        if !bytes.isEmpty { write(bytes[...]) }
    }

    /// Ends the archive; returns an `errno` if it could not be written.
    mutating func end() -> Int32? {
        output.write([UInt8](repeating: 0, count: 2 * TarEntry.blockSize))
        output.flush()
        return output.failure
    }

    /// Fills the last block, once all is there.
    private mutating func finishFile() {
        guard remaining == 0, padding > 0 else { return }
        output.write([UInt8](repeating: 0, count: padding))
        padding = 0
    }

    /// A path in the two fields of a header; nil if it does not fit.
    private static func split(_ path: [UInt8]) -> (prefix: [UInt8], name: [UInt8])? {
        if path.count <= 100 { return ([], path) }
        for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let rest = path.count - index - 1
            if index <= 155, rest <= 100, rest > 0 { return (Array(path[..<index]), Array(path[(index + 1)...])) }
        }
        return nil
    }

    /// A record of pax, whose length counts its own digits.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count + 1
        while String(length).utf8.count + rest.utf8.count != length { length += 1 }
        return Array("\(length)\(rest)".utf8)
    }

    /// A header block.
    private static func header(name: [UInt8], prefix: [UInt8], kind: Unicode.Scalar, size: UInt64, mode: UInt64)
        -> [UInt8]
    {
        var block = [UInt8](repeating: 0, count: TarEntry.blockSize)
        func put(_ bytes: [UInt8], _ field: Range<Int>) {
            block.replaceSubrange(field.lowerBound..<field.lowerBound + bytes.count, with: bytes)
        }
        func put(_ number: UInt64, _ field: Range<Int>) {
            let digits = String(number, radix: 8)
            put(Array((String(repeating: "0", count: field.count - 1 - digits.utf8.count) + digits).utf8), field)
        }
        put(name, TarHeader.Field.name)
        put(prefix, TarHeader.Field.prefix)
        put(mode, TarHeader.Field.mode)
        put(0, TarHeader.Field.owner)
        put(0, TarHeader.Field.group)
        put(size, TarHeader.Field.size)
        put(0, TarHeader.Field.time)
        block[TarHeader.Field.kind] = UInt8(truncatingIfNeeded: kind.value)
        put(Array("ustar\0".utf8), TarHeader.Field.magic)
        put(Array("00".utf8), TarHeader.Field.version)
        let sum = String(TarHeader.checksum(of: block), radix: 8)
        put(
            Array((String(repeating: "0", count: 6 - sum.utf8.count) + sum).utf8) + [0, UInt8(ascii: " ")],
            TarHeader.Field.checksum)
        return block
    }
}
