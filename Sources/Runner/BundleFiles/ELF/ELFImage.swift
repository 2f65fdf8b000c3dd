// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// A shared library as the dynamic loader sees it, read without loading it (System V ABI, chapters 4 and 5).
///
/// Only program headers are believed, as the loader does: section headers may be stripped. Every offset is checked
/// against the file's size before it is followed.
public struct ELFImage: Equatable {
    /// Whether it defines the bundle's entry as a dynamic symbol.
    public private(set) var exportsEntry = false
    /// The libraries that it needs, in order.
    public private(set) var neededLibraries: [String] = []
    /// The name that it gives itself for libraries that need it.
    public private(set) var soname: String?
    /// Where it wants the loader to look for what it needs.
    public private(set) var runPath = RunPath()

    /// What it needs of a Swift toolchain; nil if it does not need Swift's library.
    public var swiftNeed: SwiftNeed? {
        guard neededLibraries.contains(SWIFT_CORE_LIBRARY) else { return nil }
        return SwiftNeed(runPath: runPath, libraries: neededLibraries)
    }

    /// The most libraries that one may need; a linker's own limits are far below.
    private static let neededLimit = 4096

    /// Reads a library; with `entry`, of its symbols only whether that one is exported.
    public static func inspect(path: String, entry: String?, readsNames: Bool = true) throws(ELFFault) -> ELFImage {
        try ELFImage(bytes: FileBytes(path: path), entry: entry, readsNames: readsNames)
    }

    /// Reads a library's bytes.
    init(bytes: FileBytes, entry: String?, readsNames: Bool = true) throws(ELFFault) {
        try Self.checkHeader(bytes)
        let segments = try Self.segments(bytes)
        guard let dynamic = segments.first(where: { $0.kind == Segment.dynamic }) else {
            throw .unfit(field: "program headers", expected: "a dynamic segment", got: "none")
        }
        let tags = try Self.tags(dynamic, bytes)
        guard let start = tags.first(Tag.strings), let size = tags.first(Tag.stringsSize) else {
            throw .noStringTable
        }
        let table = StringTable(bytes: bytes, start: try Self.offset(of: start, segments), size: size)
        // Looking for bundles in a directory, nobody asks what they need.
        if entry == nil || readsNames { try readNames(tags, table) }
        guard let entry, let symbols = tags.first(Tag.symbols) else { return }
        let first = try Self.offset(of: symbols, segments)
        guard let address = tags.first(Tag.gnuHash) else {
            // All of them.
            let count = try Self.symbolCount(tags, segments, bytes)
            exportsEntry = try Self.defines(entry, first, 0..<count, table, bytes)
            return
        }
        // As the loader looks.
        let places = try GNUHashTable(bytes: bytes, start: Self.offset(of: address, segments)).places(of: entry)
        exportsEntry = try Self.defines(entry, first, places, table, bytes)
    }

    /// Reads what it needs, what it is called and where it looks.
    private mutating func readNames(_ tags: Tags, _ table: StringTable) throws(ELFFault) {
        let needed = tags.all(Tag.needed)
        guard needed.count <= Self.neededLimit else {
            throw .tooManyLibraries(needed.count, limit: Self.neededLimit)
        }
        for place in needed { neededLibraries.append(try table.string(at: place)) }
        if let place = tags.first(Tag.soname) { soname = try table.string(at: place) }
        // As the loader does: the older tag counts only without the newer one.
        if let place = tags.first(Tag.runpath) ?? tags.first(Tag.rpath) {
            let entries = try table.string(at: place).split(separator: ":").map(String.init)
            runPath = RunPath(entries, isFirst: tags.first(Tag.runpath) == nil)
        }
    }

    // MARK: The header

    /// A part of the file that is mapped.
    public struct Segment {
        /// A segment to load.
        static let load: UInt32 = 1
        /// Where the dynamic section is.
        static let dynamic: UInt32 = 2
        /// The name of the system's loader, in what is to be started as a program.
        public static let interpreter: UInt32 = 3

        /// The type of the segment.
        public let kind: UInt32
        /// Where it is in the file.
        let offset: UInt64
        /// Where it is in memory.
        let address: UInt64
        /// How many bytes of it are in the file.
        let size: UInt64
    }

    /// The machine that the host was built for.
    private static var machine: (number: UInt16, name: String) {
        #if arch(x86_64)
        (62, "x86_64")
        #elseif arch(arm64)
        (183, "aarch64")
        #else
        #error("which number has this processor in ELF files?")
        #endif
    }

    /// Refuses what is no library for this machine.
    static func checkHeader(_ bytes: FileBytes) throws(ELFFault) {
        if bytes.size == 0 { throw .empty }
        let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]
        let start = try bytes.prefix(4)
        guard start == magic else { throw .notELF(firstBytes: start) }
        guard bytes.size >= 64 else { throw .truncated(what: "the ELF header", end: 64, size: bytes.size) }
        let kind = try bytes.number(at: 4, UInt8.self)
        if kind != 2 { throw .unfit(field: "ELF class", expected: "64-bit", got: kind == 1 ? "32-bit" : "\(kind)") }
        let order = try bytes.number(at: 5, UInt8.self)
        if order != 1 {
            throw .unfit(field: "byte order", expected: "little-endian", got: order == 2 ? "big-endian" : "\(order)")
        }
        let found = try bytes.number(at: 18, UInt16.self)
        if found != machine.number {
            throw .unfit(field: "machine", expected: machine.name, got: name(ofMachine: found))
        }
        let type = try bytes.number(at: 16, UInt16.self)
        if type == 3 { return }
        let types: [UInt16: String] = [1: "an object file", 2: "an executable", 4: "a core dump"]
        throw .unfit(field: "file type", expected: "a shared library", got: types[type] ?? "\(type)")
    }

    /// A processor's usual name.
    static func name(ofMachine number: UInt16) -> String {
        let names: [UInt16: String] = [
            3: "i386", 8: "mips", 20: "powerpc", 21: "powerpc64", 22: "s390x", 40: "arm", 62: "x86_64", 183: "aarch64",
            243: "riscv",
        ]
        return names[number] ?? "machine \(number)"
    }

    /// The program headers, each of them inside the file.
    public static func segments(_ bytes: FileBytes) throws(ELFFault) -> [Segment] {
        let start = try bytes.number(at: 32, UInt64.self)
        let stride = UInt64(try bytes.number(at: 54, UInt16.self))
        let count = UInt64(try bytes.number(at: 56, UInt16.self))
        guard stride >= 56 || count == 0 else { throw .shortProgramHeader(stride) }
        var result: [Segment] = []
        for index in 0..<count {
            let place = start &+ index &* stride
            let segment = Segment(
                kind: try bytes.number(at: place, UInt32.self), offset: try bytes.number(at: place &+ 8, UInt64.self),
                address: try bytes.number(at: place &+ 16, UInt64.self),
                size: try bytes.number(at: place &+ 32, UInt64.self))
            let (end, overflow) = segment.offset.addingReportingOverflow(segment.size)
            let isUsed = segment.kind == Segment.load || segment.kind == Segment.dynamic
            if isUsed, overflow || end > bytes.size {
                throw .truncated(what: "segment \(index)", end: overflow ? .max : end, size: bytes.size)
            }
            result.append(segment)
        }
        return result
    }

    // MARK: The dynamic section

    /// The entries of the dynamic section that are of use.
    enum Tag {
        static let needed: UInt64 = 1
        static let hash: UInt64 = 4
        static let strings: UInt64 = 5
        static let symbols: UInt64 = 6
        static let stringsSize: UInt64 = 10
        static let soname: UInt64 = 14
        static let rpath: UInt64 = 15
        static let runpath: UInt64 = 29
        static let gnuHash: UInt64 = 0x6fff_fef5

        /// Whether every entry of a tag counts.
        static func isRepeated(_ tag: UInt64) -> Bool { tag == needed }

        /// Whether the first entry of a tag is looked at.
        static func isUsed(_ tag: UInt64) -> Bool {
            switch tag {
            case hash, strings, symbols, stringsSize, soname, rpath, runpath, gnuHash: true
            default: false
            }
        }
    }

    /// The dynamic section's entries.
    struct Tags {
        /// Each tag and its value, in order: a dictionary would take more than all looks at the few that there are.
        ///
        /// Of all but needed libraries, only the first counts.
        private(set) var entries: [(tag: UInt64, value: UInt64)] = []

        /// Keeps an entry, if it is of use.
        fileprivate mutating func take(_ tag: UInt64, _ value: UInt64) {
            if Tag.isRepeated(tag) || Tag.isUsed(tag) && first(tag) == nil { entries.append((tag, value)) }
        }

        /// The value of a tag, the first where it is there more than once.
        func first(_ tag: UInt64) -> UInt64? { entries.first { $0.tag == tag }?.value }

        /// All values of a tag.
        func all(_ tag: UInt64) -> [UInt64] { entries.filter { $0.tag == tag }.map(\.value) }
    }

    /// Reads the dynamic section.
    static func tags(_ segment: Segment, _ bytes: FileBytes) throws(ELFFault) -> Tags {
        var tags = Tags()
        var place = segment.offset
        while place &+ 16 <= segment.offset &+ segment.size {
            let tag = try bytes.number(at: place, UInt64.self)
            if tag == 0 { break }
            tags.take(tag, try bytes.number(at: place &+ 8, UInt64.self))
            place += 16
        }
        return tags
    }

    /// Where in the file an address of memory is.
    static func offset(of address: UInt64, _ segments: [Segment]) throws(ELFFault) -> UInt64 {
        for segment in segments where segment.kind == Segment.load {
            if address >= segment.address, address - segment.address < segment.size {
                return segment.offset + (address - segment.address)
            }
        }
        throw .strayAddress(address)
    }

    /// How many dynamic symbols there are: no more than the file has room for.
    static func symbolCount(
        _ tags: Tags, _ segments: [Segment], _ bytes: FileBytes
    ) throws(ELFFault) -> UInt64 {
        let count = try statedSymbolCount(tags, segments, bytes)
        guard count > 0, let symbols = tags.first(Tag.symbols) else { return count }
        let start = try offset(of: symbols, segments)
        let room = start < bytes.size ? (bytes.size - start) / 24 : 0
        guard count <= room else {
            throw .tooManySymbols(count, room: room)
        }
        return count
    }

    /// How many dynamic symbols there are, as far as the hash tables say.
    ///
    /// No entry says so outright: they imply it.
    private static func statedSymbolCount(
        _ tags: Tags, _ segments: [Segment], _ bytes: FileBytes
    ) throws(ELFFault) -> UInt64 {
        if let hash = tags.first(Tag.hash) {
            return UInt64(try bytes.number(at: try offset(of: hash, segments) &+ 4, UInt32.self))
        }
        guard let address = tags.first(Tag.gnuHash) else { return 0 }
        let table = try offset(of: address, segments)
        let buckets = UInt64(try bytes.number(at: table, UInt32.self))
        let first = UInt64(try bytes.number(at: table &+ 4, UInt32.self))
        let words = UInt64(try bytes.number(at: table &+ 8, UInt32.self))
        let start = table &+ 16 &+ words &* 8
        var last: UInt64 = 0
        for index in 0..<buckets { last = max(last, UInt64(try bytes.number(at: start &+ index &* 4, UInt32.self))) }
        guard last >= first, last > 0 else { return first }
        let chains = start &+ buckets &* 4
        while try bytes.number(at: chains &+ (last &- first) &* 4, UInt32.self) & 1 == 0 { last += 1 }
        return last + 1
    }

    /// Whether one of some symbols is of that name, defined here, and visible to others.
    ///
    /// Data of that name is a fault: calling it would end the worker, and passing it over would hide a bundle's mistake.
    private static func defines(
        _ name: String, _ first: UInt64, _ places: some Sequence<UInt64>, _ strings: StringTable, _ bytes: FileBytes
    ) throws(ELFFault) -> Bool {
        let wanted = Array(name.utf8) + [0]
        for index in places {
            let place = first &+ index &* 24
            let info = try bytes.number(at: place &+ 4, UInt8.self)
            let section = try bytes.number(at: place &+ 6, UInt16.self)
            guard section != 0, Symbol.isVisible(info) else { continue }
            guard try strings.matches(wanted, at: UInt64(try bytes.number(at: place, UInt32.self))) else { continue }
            if Symbol.isCallable(info) { return true }
            throw .notAFunction(name)
        }
        return false
    }

    /// The fields of a symbol's information byte.
    enum Symbol {
        /// Whether others see it: global, weak, or unique in the process (a GNU extension).
        static func isVisible(_ info: UInt8) -> Bool { info >> 4 == 1 || info >> 4 == 2 || info >> 4 == 10 }

        /// Whether it may be called: a function, one that is chosen at load time (a GNU extension), or of no type, as
        /// assemblers leave it.
        static func isCallable(_ info: UInt8) -> Bool { info & 15 == 2 || info & 15 == 10 || info & 15 == 0 }
    }

    /// The names that symbols and needed libraries point into.
    struct StringTable {
        /// The longest name, its zero byte included.
        private static let lengthLimit: UInt64 = 4096

        /// The file.
        let bytes: FileBytes
        /// Where the table begins in it.
        let start: UInt64
        /// How many bytes it has.
        let size: UInt64

        /// Whether a name, its zero byte included, is at a place.
        func matches(_ wanted: [UInt8], at place: UInt64) throws(ELFFault) -> Bool {
            guard place < size, size - place >= UInt64(wanted.count) else { return false }
            return try bytes.contains(wanted, at: start &+ place)
        }

        /// The string at a place.
        func string(at place: UInt64) throws(ELFFault) -> String {
            if place < size, let name = try bytes.text(at: start &+ place, limit: min(Self.lengthLimit, size - place)) {
                return String(decoding: name, as: UTF8.self)
            }
            throw .endlessName(at: place)
        }
    }
}
