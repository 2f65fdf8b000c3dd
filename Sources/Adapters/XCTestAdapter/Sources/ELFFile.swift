// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// An ELF file's headers and symbols, read from the file: what the loader does not keep in memory.
///
/// Every access is checked against the file's size.
struct ELFFile {
    /// The reason why a file cannot be adapted, lowercase.
    struct Fault: Error {
        /// In words.
        let reason: String
    }

    /// A part of the file that is mapped.
    struct Segment {
        /// The type of the segment.
        let kind: UInt32
        /// Where it is in the file.
        let offset: Int
        /// Where it is in memory, from the image's base.
        let address: Int
        /// The number of the segment's bytes in the file.
        let size: Int
        /// The number of the segment's bytes in memory.
        let memorySize: Int
    }

    /// The file's bytes.
    let bytes: Data
    /// Which file it was, and which state of it, before the bytes were read.
    private(set) var version = ""
    /// Where the program begins, from the image's base.
    let entry: Int
    /// The parts that are mapped.
    let segments: [Segment]
    /// The dynamic section: the place of each value, its tag, and the value.
    let tags: [(place: Int, tag: UInt64, value: UInt64)]

    /// The flag in `DT_FLAGS_1` for which the C library refuses to open a file (`DF_1_PIE`).
    static let executableFlag: UInt64 = 0x0800_0000

    /// Reads a file.
    init(path: String) throws {
        do {
            let version = Self.version(of: path)
            try self.init(bytes: Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped))
            self.version = version
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(reason: "it cannot be read: \(error)")
        }
    }

    /// Reads a file's bytes.
    init(bytes: Data) throws {
        self.bytes = bytes
        guard bytes.prefix(4).elementsEqual([0x7F, 0x45, 0x4C, 0x46]), try bytes.number(at: 16, UInt16.self) == 3 else {
            throw Fault(reason: "it is not a position-independent ELF file")
        }
        entry = Int(truncatingIfNeeded: try bytes.number(at: 24, UInt64.self))
        let start = Int(truncatingIfNeeded: try bytes.number(at: 32, UInt64.self))
        let count = Int(try bytes.number(at: 56, UInt16.self))
        segments = try (0..<count).map { try Self.segment(bytes, start &+ $0 * 56) }
        tags = try segments.first { $0.kind == 2 }.map { try Self.tags(bytes, $0) } ?? []
    }

    /// Reads a program header.
    private static func segment(_ bytes: Data, _ place: Int) throws -> Segment {
        func number(_ offset: Int) throws -> Int {
            Int(truncatingIfNeeded: try bytes.number(at: place &+ offset, UInt64.self))
        }
        return Segment(
            kind: try bytes.number(at: place, UInt32.self), offset: try number(8), address: try number(16),
            size: try number(32), memorySize: try number(40))
    }

    /// Reads the dynamic section.
    private static func tags(_ bytes: Data, _ segment: Segment) throws -> [(place: Int, tag: UInt64, value: UInt64)] {
        var tags: [(place: Int, tag: UInt64, value: UInt64)] = []
        var place = segment.offset
        while place &- segment.offset < segment.size {
            let tag = try bytes.number(at: place, UInt64.self)
            if tag == 0 { break }
            tags.append((place + 8, tag, try bytes.number(at: place + 8, UInt64.self)))
            place += 16
        }
        return tags
    }

    /// The first value of a tag.
    func value(_ tag: UInt64) -> Int? {
        tags.first { $0.tag == tag }.map { Int(truncatingIfNeeded: $0.value) }
    }

    /// Where `DT_FLAGS_1` is in the file, if it says that this is an executable.
    var executableFlagsPlace: Int? {
        tags.first { $0.tag == 0x6fff_fffb && $0.value & Self.executableFlag != 0 }?.place
    }

    /// Whether the system starts it as a program: it names the loader that does so.
    var isProgram: Bool { segments.contains { $0.kind == 3 } }

    /// Where an address of the image is in the file.
    func place(ofAddress address: Int) -> Int? {
        let segment = segments.first { $0.kind == 1 && address >= $0.address && address - $0.address < $0.size }
        return segment.map { $0.offset + address - $0.address }
    }

    /// The number of bytes of the file after an address of the image, up to the most that the C library's `_start` may have.
    func size(ofCodeAt address: Int) -> Int? {
        let segment = segments.first { $0.kind == 1 && address >= $0.address && address - $0.address < $0.size }
        guard let segment else { return nil }
        let place = segment.offset + address - segment.address
        let size = min(StartCode.limit, segment.size - (address - segment.address), bytes.count - place)
        return size > 0 ? size : nil
    }

    /// The reason why the file cannot be opened as a library, by something that a linker does for executables alone.
    var obstacle: String? {
        if segments.contains(where: { $0.kind == 7 && $0.memorySize > 0 }) { return "thread-local variables" }
        #if arch(x86_64)
        let copy: UInt64 = 5
        #elseif arch(arm64)
        let copy: UInt64 = 1024
        #else
        #error("which relocation copies a variable on this processor?")
        #endif
        guard let table = value(7).flatMap(place(ofAddress:)), let size = value(8) else { return nil }
        for index in 0..<max(0, size / 24) {
            guard let info = try? bytes.number(at: table + index * 24 + 8, UInt64.self) else { return nil }
            if info & 0xFFFF_FFFF == copy { return "copies of libraries' variables" }
        }
        return nil
    }

    /// The libraries that it needs, in order.
    var neededLibraries: [String] {
        guard let names = value(5).flatMap(place(ofAddress:)) else { return [] }
        return tags.filter { $0.tag == 1 }.compactMap { bytes.string(at: names &+ Int(truncatingIfNeeded: $0.value)) }
    }

    /// Whether it uses a function of another library whose symbol begins in some way.
    func imports(symbolPrefix prefix: String) -> Bool {
        guard let names = value(5).flatMap(place(ofAddress:)), let size = value(10), size > 0,
            names <= bytes.count - size
        else { return false }
        // After the zero byte of the previous name.
        return bytes[names..<names + size].range(of: Data([0] + Array(prefix.utf8))) != nil
    }

    /// The version of a file, which another file and another state of it do not have.
    private static func version(of path: String) -> String {
        var found = stat()
        guard stat(path, &found) == 0 else { return "" }
        let times = [found.st_mtim, found.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)" }
        return hash(of: "\(found.st_dev) \(found.st_ino) \(found.st_size) \(times)")
    }

    /// The identity of the file's content: a hash of all bytes, and their number.
    ///
    /// The linker's build identifier is no such identity: it may be fixed, and tools that change a file keep it.
    var content: String { Self.hash(of: bytes) + "-" + String(bytes.count, radix: 16) }

    /// The hash of a text.
    static func hash(of text: String) -> String { hash(of: Data(text.utf8)) }

    /// The hash of some bytes, in hexadecimal.
    private static func hash(of bytes: Data) -> String {
        let hash = bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { adapter_hash($0.assumingMemoryBound(to: UInt8.self), buffer.count) } ?? 0
        }
        return String(hash, radix: 16)
    }

    /// The addresses of some functions, or of variables of some size, those that are not exported included, as far as the file is not
    /// stripped.
    ///
    /// The last of a name counts: those that are exported come last, so they are found soon.
    func addresses(of wanted: [String], size: Int = 0) -> [String: Int] {
        var found: [String: Int] = [:]
        withSymbols { table in
            for name in wanted {
                var address: UInt64 = 0
                if adapter_symbol_address(&table, name, size, &address) {
                    found[name] = Int(truncatingIfNeeded: address)
                }
            }
        }
        return found
    }

    /// The functions whose symbols are Swift's and end in one of some ways, with their addresses.
    func functions(withSuffixes suffixes: [String]) -> [(symbol: String, address: Int)] {
        let ends = suffixes.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for end in ends { free(UnsafeMutablePointer(mutating: end)) } }
        var found: [(String, Int)] = []
        withSymbols { table in
            var (index, name, address) = (0, nil as UnsafePointer<CChar>?, UInt64(0))
            while true {
                index = adapter_next_function(&table, ends, index, &name, &address)
                guard index > 0, let name else { return }
                found.append((String(cString: name), Int(truncatingIfNeeded: address)))
            }
        }
        return found
    }

    /// The name of what is at an address, of which the first in the table counts; nil if the file is stripped.
    func name(ofAddress address: Int) -> String? {
        var name: String?
        withSymbols { table in
            name = adapter_symbol_name(&table, UInt64(bitPattern: Int64(address))).map { String(cString: $0) }
        }
        return name
    }

    /// Looks at the table of symbols, if the file has one.
    private func withSymbols(_ body: (inout adapter_symbols) -> Void) {
        guard let place = symbolTable else { return }
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            var table = adapter_symbols(
                file: start.assumingMemoryBound(to: UInt8.self), file_size: buffer.count, start: place.start,
                size: place.end - place.start, names: place.names)
            body(&table)
        }
    }

    /// The symbol table, and where its names begin.
    private var symbolTable: (start: Int, end: Int, names: Int)? {
        do {
            let sections = Int(truncatingIfNeeded: try bytes.number(at: 40, UInt64.self))
            if sections == 0 { return nil }
            func field(_ section: Int, _ offset: Int) throws -> Int {
                Int(truncatingIfNeeded: try bytes.number(at: sections &+ section * 64 &+ offset, UInt64.self))
            }
            for index in 0..<Int(try bytes.number(at: 60, UInt16.self)) {
                guard try bytes.number(at: sections &+ index * 64 &+ 4, UInt32.self) == 2 else { continue }
                let names = try field(Int(try bytes.number(at: sections &+ index * 64 &+ 40, UInt32.self)), 24)
                let (start, size) = (try field(index, 24), try field(index, 32))
                guard names >= 0, start >= 0, size >= 0, start <= bytes.count, size <= bytes.count - start else {
                    return nil
                }
                return (start, start + size, names)
            }
        } catch {}
        return nil
    }
}

extension Data {
    /// A little-endian number at a place that need not be in the file.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int, _: Number.Type) throws -> Number {
        guard place >= 0, place <= count - MemoryLayout<Number>.size else {
            throw ELFFile.Fault(reason: "it is truncated: a table ends behind its \(count) bytes")
        }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self)) }
    }

    /// The characters up to a zero byte.
    func string(at place: Int) -> String? {
        guard place >= 0, place < count, let end = self[place...].firstIndex(of: 0) else { return nil }
        return String(decoding: self[place..<end], as: UTF8.self)
    }
}
