// SPDX-License-Identifier: MIT

/// The tables of a library that decide whether it loads: its symbols, its undefined symbols, its compilers.
struct ELFTables {
    /// A symbol that the library looks for elsewhere.
    struct Undefined: Equatable {
        /// Its name.
        let name: String
        /// Whether it may stay undefined.
        let isWeak: Bool
    }

    /// The file.
    private let bytes: FileBytes
    /// The mapped segments.
    private let segments: [ELFImage.Segment]
    /// The dynamic section.
    private let tags: ELFImage.Tags
    /// The names.
    private let names: ELFImage.StringTable?
    /// How many dynamic symbols there are.
    private let count: UInt64
    /// The sections.
    private let sections: [Section]

    /// The longest name of a section that is looked at, in bytes.
    private static let sectionNameLimit = 256
    /// The most compilers that the report lists.
    private static let producerLimit = 100

    /// Reads a library.
    init(path: String) throws(ELFFault) {
        bytes = try FileBytes(path: path)
        try ELFImage.checkHeader(bytes)
        sections = Self.sections(bytes)
        segments = try ELFImage.segments(bytes)
        guard let dynamic = segments.first(where: { $0.kind == ELFImage.Segment.dynamic }) else {
            (tags, names, count) = (ELFImage.Tags(), nil, 0)
            return
        }
        tags = try ELFImage.tags(dynamic, bytes)
        if let start = tags.first(ELFImage.Tag.strings), let size = tags.first(ELFImage.Tag.stringsSize) {
            names = ELFImage.StringTable(bytes: bytes, start: try ELFImage.offset(of: start, segments), size: size)
        } else {
            names = nil
        }
        count = tags.first(ELFImage.Tag.symbols) == nil ? 0 : try ELFImage.symbolCount(tags, segments, bytes)
    }

    /// How many bytes the file has.
    var size: UInt64 { bytes.size }

    // MARK: Symbols

    /// Returns the symbols that the library needs from others, sorted by name.
    ///
    /// The hash tables count only defined symbols, but undefined ones precede them.
    func undefined() throws(ELFFault) -> [Undefined] {
        var result: [Undefined] = []
        try forEachSymbol { name, info, section in
            if section == 0, info >> 4 != 0, !name.isEmpty {
                result.append(Undefined(name: name, isWeak: info >> 4 == 2))
            }
        }
        return result.sorted { $0.name < $1.name }
    }

    /// Returns the exported symbols, sorted.
    func exported() throws(ELFFault) -> [String] {
        var result: [String] = []
        try forEachSymbol { name, info, section in
            if section != 0, ELFImage.Symbol.isVisible(info) { result.append(name) }
        }
        return result.sorted()
    }

    /// Looks at each dynamic symbol.
    ///
    /// Names may share their ends, and so come to more bytes than the table has: up to a limit that no linker comes near.
    private func forEachSymbol(_ body: (String, UInt8, UInt16) -> Void) throws(ELFFault) {
        guard let names, let address = tags.first(ELFImage.Tag.symbols) else { return }
        let first = try ELFImage.offset(of: address, segments)
        var room = 16 << 20 + 4 * min(bytes.size, 1 << 40)
        for index in 0..<count {
            let place = first &+ index &* 24
            let name = try names.string(at: UInt64(try bytes.number(at: place, UInt32.self)))
            guard name.utf8.count <= room else { throw .overlappingNames }
            room -= UInt64(name.utf8.count)
            body(name, try bytes.number(at: place &+ 4, UInt8.self), try bytes.number(at: place &+ 6, UInt16.self))
        }
    }

    /// Takes the symbols out of a set that it defines.
    func removeDefined(from names: inout Set<String>) throws(ELFFault) {
        try forEachSymbol { name, _, section in
            if section != 0 { names.remove(name) }
        }
    }

    // MARK: Sections

    /// A section's place in the file.
    private struct Section {
        /// Its name.
        let name: String
        /// Where it begins.
        let offset: UInt64
        /// How many bytes it has.
        let size: UInt64
    }

    /// The sections; none where they are stripped, or make no sense.
    private static func sections(_ bytes: FileBytes) -> [Section] {
        guard let table = try? bytes.number(at: 40, UInt64.self), table > 0,
            let stride = try? bytes.number(at: 58, UInt16.self), stride >= 64,
            let count = try? bytes.number(at: 60, UInt16.self), let namesIndex = try? bytes.number(at: 62, UInt16.self)
        else { return [] }
        func field(_ index: UInt16, _ offset: UInt64) -> UInt64? {
            try? bytes.number(at: table &+ UInt64(index) &* UInt64(stride) &+ offset, UInt64.self)
        }
        guard let start = field(namesIndex, 24), let size = field(namesIndex, 32) else { return [] }
        let names = ELFImage.StringTable(bytes: bytes, start: start, size: size)
        return (0..<count).compactMap { index in
            guard let place = field(index, 0), let offset = field(index, 24), let size = field(index, 32),
                let name = try? names.string(at: place & 0xFFFF_FFFF), name.utf8.count <= Self.sectionNameLimit
            else { return nil }
            return Section(name: name, offset: offset, size: size)
        }
    }

    /// Who made it, as compilers and linkers note it in `.comment`, each once; of many, the first.
    var producers: [String] {
        guard let section = sections.first(where: { $0.name == ".comment" }) else { return [] }
        var result: [String] = []
        var seen: Set<String> = []
        let texts = ELFImage.StringTable(bytes: bytes, start: section.offset, size: section.size)
        var place: UInt64 = 0
        while place < section.size, result.count < Self.producerLimit, let text = try? texts.string(at: place) {
            if !text.isEmpty, seen.insert(text).inserted { result.append(text) }
            place += UInt64(text.utf8.count) + 1
        }
        return result
    }

    /// Whether it holds Swift code, by the metadata of types or of protocol conformances.
    var holdsSwift: Bool { sections.contains { $0.name.hasPrefix("swift5_") } }

    /// Whether it holds what a debugger needs.
    var holdsDebugInformation: Bool { sections.contains { $0.name == ".debug_info" || $0.name == ".zdebug_info" } }

    /// The number by which a debugger knows it, in hexadecimal.
    var buildID: String? {
        guard let section = sections.first(where: { $0.name == ".note.gnu.build-id" }), section.size > 16 else {
            return nil
        }
        var digits = ""
        for offset in 16..<min(section.size, 80) {
            guard let byte = try? bytes.number(at: section.offset &+ offset, UInt8.self) else { return nil }
            digits += byte.hexadecimal
        }
        return digits
    }
}
