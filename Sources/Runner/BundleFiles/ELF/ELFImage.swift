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

    /// The library's need of a Swift toolchain; nil if it does not need Swift's library.
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
        let tables = try DynamicTables(bytes, Self.segments(bytes))
        // The search for bundles in a directory does not ask what they need.
        if entry == nil || readsNames { try readNames(tables) }
        if let entry { exportsEntry = try tables.defines(entry) }
    }

    /// Reads the libraries that it needs, its name, and its search path.
    private mutating func readNames(_ tables: DynamicTables) throws(ELFFault) {
        let needed = tables.all(.needed)
        guard needed.count <= Self.neededLimit else {
            throw .tooManyLibraries(needed.count, limit: Self.neededLimit)
        }
        for place in needed { neededLibraries.append(try tables.names.string(at: place)) }
        if let place = tables.first(.soname) { soname = try tables.names.string(at: place) }
        // As the loader does: the older tag counts only without the newer one.
        if let place = tables.first(.runpath) ?? tables.first(.rpath) {
            let entries = try tables.names.string(at: place).split(separator: ":").map(String.init)
            runPath = RunPath(entries, isFirst: tables.first(.runpath) == nil)
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
        /// The number of the segment's bytes in the file.
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

    /// The names that symbols and needed libraries point into.
    struct StringTable {
        /// The longest name, its zero byte included.
        private static let lengthLimit: UInt64 = 4096

        /// The file.
        let bytes: FileBytes
        /// Where the table begins in it.
        let start: UInt64
        /// The size, in bytes.
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
