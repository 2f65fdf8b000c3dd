// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The tables of a library that decide whether it loads: its symbols, its undefined symbols, its compilers.
public struct ELFTables {
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
    /// The sections; nil where they make no sense.
    private let sections: ObjectSections?

    /// The longest name of a compiler that the report shows, in bytes.
    private static let producerLength = 4096
    /// The most compilers that the report lists.
    private static let producerLimit = 100
    /// How many bytes of their section are read.
    private static let commentLimit = 1 << 20

    /// Reads a library.
    public init(path: String) throws(ELFFault) {
        bytes = try FileBytes(path: path)
        try ELFImage.checkHeader(bytes)
        sections = ObjectSections(bytes)
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
    public var size: UInt64 { bytes.size }

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
    public func exported() throws(ELFFault) -> [String] {
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

    /// Who made it, as compilers and linkers note it in `.comment`, each once; of many, the first.
    public var producers: [String] {
        var result: [String] = []
        var seen: Set<String> = []
        for text in (sections?.section(".comment") ?? []).prefix(Self.commentLimit).split(separator: 0) {
            let text = String(decoding: text.prefix(Self.producerLength), as: UTF8.self)
            if seen.insert(text).inserted { result.append(text) }
            if result.count == Self.producerLimit { break }
        }
        return result
    }

    /// Whether it contains Swift code, by the metadata of types or of protocol conformances.
    public var holdsSwift: Bool { sections?.hasAny("swift5_") ?? false }

    /// Whether it contains what a debugger needs.
    public var holdsDebugInformation: Bool {
        sections.map { $0.has(".debug_info") || $0.has(".zdebug_info") } ?? false
    }

    /// The number by which a debugger knows it, in hexadecimal.
    public var buildID: String? { BuildIdentifier.read(bytes, segments)?.hexadecimal }
}
