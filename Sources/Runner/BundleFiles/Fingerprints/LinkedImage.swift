// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A linked library or executable: its sections, symbols and relocations.
///
/// A file may say anything: what makes no sense is left out, or nothing is read.
struct LinkedImage {
    /// A section that is in memory when the image is loaded.
    struct Section {
        /// Its name.
        let name: String
        /// Its first address.
        let start: UInt64
        /// The size, in bytes.
        let size: UInt64
        /// Where it is in the file; nil where it is all zeros.
        let offset: Int?
        /// Whether it contains code.
        let isCode: Bool
        /// Whether each thread has its own.
        let isOfThread: Bool

        /// The place after the last address.
        var end: UInt64 { start + size }
    }

    /// A function or a variable.
    struct Symbol {
        /// Its first address.
        let start: UInt64
        /// The size, in bytes.
        let size: UInt64
        /// Where its name is in the file.
        let name: Int
        /// Whether it is a function.
        let isFunction: Bool
    }

    /// The value that the loader writes to a place.
    enum Pointer {
        /// The address of something in this image.
        case address(UInt64)
        /// The address of something that is looked up by name, and how far after it.
        case name(LinkedName, UInt64)
    }

    /// The largest file that is read, in bytes.
    static let sizeLimit = 1 << 30

    /// The file.
    let bytes: [UInt8]
    /// The sections in memory, in order.
    private(set) var sections: [Section] = []
    /// The first addresses of the sections, and those after their last ones.
    private var (sectionStarts, sectionEnds): ([UInt64], [UInt64]) = ([], [])
    /// All functions and variables.
    private(set) var symbols: [Symbol] = []
    /// The values that the loader writes, by address.
    private(set) var pointers: [UInt64: Pointer] = [:]
    /// The places that the loader writes to, in order.
    private(set) var pointerPlaces: [UInt64] = []
    /// The places whose four bytes are a distance, as the linker says, in order; nil where the file does not say.
    private(set) var distances: [UInt64]?
    /// The reason why its functions cannot be distinguished; nil if they can.
    private(set) var obstacle: String?

    /// A section's header.
    private struct Header {
        let name: String
        let kind: UInt64, flags: UInt64, address: UInt64, offset: UInt64, size: UInt64
        let link: Int, information: Int
    }

    /// Kinds of sections, and flags.
    private static let (symbolTable, relocations, nothing, packed): (UInt64, UInt64, UInt64, UInt64) = (2, 4, 8, 19)
    private static let (isLoaded, isExecutable, isOfThread): (UInt64, UInt64, UInt64) = (2, 4, 0x400)

    /// Reads a file; nil where it is no image of this processor or too large.
    init?(path: String) {
        guard let bytes = try? InputFile(path: path).readAll(limit: Self.sizeLimit) else { return nil }
        self.init(bytes)
    }

    /// Reads a file's bytes.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count > 64, bytes[..<6].elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]), number(18, 2) == 62 else {
            return nil
        }
        let headers = headers()
        for header in headers where header.flags & Self.isLoaded != 0 {
            let isEmpty = header.kind == Self.nothing
            guard header.address <= 1 << 40, header.size <= 1 << 32 else { return nil }
            if !isEmpty, header.offset + header.size > UInt64(bytes.count) { return nil }
            if isEmpty, header.flags & Self.isOfThread != 0 { continue }
            sections.append(
                Section(
                    name: header.name, start: header.address, size: header.size,
                    offset: isEmpty ? nil : Int(header.offset), isCode: header.flags & Self.isExecutable != 0,
                    isOfThread: header.flags & Self.isOfThread != 0))
        }
        sections.sort { $0.start < $1.start }
        sectionStarts = sections.map(\.start)
        // The data of each thread has its own addresses.
        sectionEnds = sections.map { $0.isOfThread ? 0 : $0.end }
        for header in headers where header.kind == Self.symbolTable { readSymbols(header, headers) }
        for header in headers where header.kind == Self.relocations { readRelocations(header, headers) }
        pointerPlaces = pointers.keys.sorted()
        distances?.sort()
        if headers.contains(where: { $0.kind == Self.packed }) { obstacle = "its relocations are packed" }
        if symbols.isEmpty { obstacle = "it has no symbols" }
    }

    /// The headers of all sections.
    private func headers() -> [Header] {
        let (table, stride, count) = (Int(clamping: number(40, 8)), Int(number(58, 2)), Int(number(60, 2)))
        guard table > 0, stride >= 64, table <= bytes.count, stride * count <= bytes.count - table else { return [] }
        let names = table + stride * Int(number(62, 2))
        let texts = names + 64 <= bytes.count ? Int(clamping: number(names + 24, 8)) : bytes.count
        return (0..<count).map { index in
            let place = table + index * stride
            return Header(
                name: text(texts &+ Int(number(place, 4))), kind: number(place + 4, 4), flags: number(place + 8, 8),
                address: number(place + 16, 8), offset: min(number(place + 24, 8), UInt64(bytes.count)),
                size: min(number(place + 32, 8), 1 << 40), link: Int(number(place + 40, 4)),
                information: Int(number(place + 44, 4)))
        }
    }

    /// Reads the functions and variables.
    private mutating func readSymbols(_ header: Header, _ headers: [Header]) {
        guard headers.indices.contains(header.link), header.offset + header.size <= UInt64(bytes.count) else { return }
        let texts = Int(headers[header.link].offset)
        for place in stride(from: Int(header.offset), to: Int(header.offset + header.size) - 23, by: 24) {
            let (kind, section) = (bytes[place + 4] & 15, Int(number(place + 6, 2)))
            if kind == 10 { obstacle = "it chooses functions when it is loaded" }
            guard kind == 1 || kind == 2, section != 0, headers.indices.contains(section) else { continue }
            symbols.append(
                Symbol(
                    start: number(place + 8, 8), size: min(number(place + 16, 8), 1 << 32),
                    name: texts + Int(number(place, 4)), isFunction: kind == 2))
        }
    }

    /// Reads what the loader writes, or which places the linker has written distances to.
    private mutating func readRelocations(_ header: Header, _ headers: [Header]) {
        guard header.offset + header.size <= UInt64(bytes.count), headers.indices.contains(header.link) else { return }
        let isOfLoader = header.flags & Self.isLoaded != 0
        // Relocations of debugging information are not used.
        if !isOfLoader, !headers.indices.contains(header.information) { return }
        if !isOfLoader, headers[header.information].flags & Self.isLoaded == 0 { return }
        let table = headers[header.link]
        let texts = headers.indices.contains(table.link) ? Int(headers[table.link].offset) : bytes.count
        if !isOfLoader, distances == nil { distances = [] }
        for place in stride(from: Int(header.offset), to: Int(header.offset + header.size) - 23, by: 24) {
            let (target, information, addend) = (number(place, 8), number(place + 8, 8), number(place + 16, 8))
            guard isOfLoader else {
                // PC32, PLT32, GOTPCREL and its two relaxed forms.
                switch information & 0xFFFF_FFFF {
                case 2, 4, 9, 41, 42: distances?.append(target)
                default: break
                }
                continue
            }
            if section(at: target)?.isCode == true { obstacle = "its code has addresses that the loader writes" }
            let index = Int(information >> 32)
            let symbol = Int(table.offset) + index * 24
            guard index != 0, symbol + 24 <= bytes.count else {
                pointers[target] = .address(addend)
                continue
            }
            let (isHere, value) = (number(symbol + 6, 2) != 0, number(symbol + 8, 8))
            if isHere, value != 0, information & 0xFFFF_FFFF != 5 {
                pointers[target] = .address(value &+ addend)
            } else {
                pointers[target] = .name(name(texts + Int(number(symbol, 4))), addend)
            }
        }
    }

    /// The number of the section that an address is in.
    func sectionIndex(at address: UInt64) -> Int? {
        let place = sectionStarts.partitionPoint { $0 > address }
        // An empty section may begin at the same address.
        for index in stride(from: place - 1, through: max(0, place - 4), by: -1) where index >= 0 {
            if address < sectionEnds[index] { return index }
        }
        return nil
    }

    /// The section that an address is in.
    func section(at address: UInt64) -> Section? { sectionIndex(at: address).map { sections[$0] } }

    /// Whether an address is in code.
    func isCode(_ address: UInt64) -> Bool { sectionIndex(at: address).map { sections[$0].isCode } ?? false }

    /// Where an address is in the file; nil where it is all zeros, or nowhere.
    func place(of address: UInt64) -> Int? {
        guard let index = sectionIndex(at: address), let offset = sections[index].offset else { return nil }
        return offset + Int(address - sectionStarts[index])
    }

    /// Where a distance at an address leads.
    func target(_ address: UInt64) -> UInt64? {
        guard let place = place(of: address) else { return nil }
        return UInt64(bitPattern: Int64(bitPattern: address) &+ distance(place))
    }

    /// The address that the loader writes to a place; nil where it is that of something elsewhere.
    func pointed(_ address: UInt64) -> UInt64? {
        if case .address(let result) = pointers[address] { result } else { nil }
    }

    /// A little-endian number of up to eight bytes; zero where it is not all in the file.
    func number(_ place: Int, _ width: Int) -> UInt64 {
        guard place >= 0, place <= bytes.count - width else { return 0 }
        var result: UInt64 = 0
        if width == 8 || width == 4 {
            return bytes.withUnsafeBytes { file in
                width == 8
                    ? UInt64(littleEndian: file.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    : UInt64(UInt32(littleEndian: file.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            }
        }
        for index in 0..<width { result |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return result
    }

    /// The distance of four bytes at a place.
    func distance(_ place: Int) -> Int64 { Int64(Int32(truncatingIfNeeded: number(place, 4))) }

    /// The text up to the next zero byte.
    func text(_ place: Int) -> String {
        guard place >= 0, place < bytes.count else { return "" }
        return String(decoding: bytes[place...].prefix(1 << 16).prefix { $0 != 0 }, as: UTF8.self)
    }
}
