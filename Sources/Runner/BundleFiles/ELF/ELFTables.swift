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
    /// The dynamic section; nil where there is none.
    private let tables: DynamicTables?
    /// The number of dynamic symbols.
    private let count: UInt64
    /// The sections; nil where they make no sense.
    private let sections: ObjectSections?

    /// The longest name of a compiler that the report shows, in bytes.
    private static let producerLength = 4096
    /// The most compilers that the report lists.
    private static let producerLimit = 100
    /// The number of bytes of their section that are read at most.
    private static let commentLimit = 1 << 20

    /// Reads a library.
    public init(path: String) throws(ELFFault) {
        bytes = try FileBytes(path: path)
        try ELFImage.checkHeader(bytes)
        sections = ObjectSections(bytes)
        segments = try ELFImage.segments(bytes)
        let isDynamic = segments.contains { $0.kind == ELFImage.Segment.dynamic }
        tables = try isDynamic ? DynamicTables(bytes, segments) : nil
        count = try tables?.symbolCount() ?? 0
    }

    /// The size of the file, in bytes.
    public var size: UInt64 { bytes.size }

    // MARK: Symbols

    /// Returns the symbols that the library needs from others, sorted by name.
    ///
    /// The hash tables count only defined symbols, but undefined ones precede them.
    func undefined() throws(ELFFault) -> [Undefined] {
        var result: [Undefined] = []
        try forEachSymbol { name, info, isImported in
            if isImported, info >> 4 != 0, !name.isEmpty {
                result.append(Undefined(name: name, isWeak: info >> 4 == 2))
            }
        }
        return result.sorted { $0.name < $1.name }
    }

    /// Returns the exported symbols, sorted.
    public func exported() throws(ELFFault) -> [String] {
        var result: [String] = []
        try forEachSymbol { name, info, isImported in
            if !isImported, DynamicTables.Symbol.isVisible(info) { result.append(name) }
        }
        return result.sorted()
    }

    /// Looks at each dynamic symbol.
    ///
    /// Names may share their ends, and so come to more bytes than the table has: up to a limit that no linker comes near.
    private func forEachSymbol(_ body: (String, UInt8, Bool) -> Void) throws(ELFFault) {
        guard let tables, let first = try tables.firstSymbol() else { return }
        var room = 16 << 20 + 4 * min(bytes.size, 1 << 40)
        for index in 0..<count {
            let symbol = tables.symbol(index, from: first)
            let name = try tables.names.string(at: symbol.name())
            guard name.utf8.count <= room else { throw .overlappingNames }
            room -= UInt64(name.utf8.count)
            body(name, try symbol.info(), try symbol.isImported())
        }
    }

    /// Takes the symbols out of a set that it defines.
    func removeDefined(from names: inout Set<String>) throws(ELFFault) {
        try forEachSymbol { name, _, isImported in
            if !isImported { names.remove(name) }
        }
    }

    // MARK: Sections

    /// The programs that made it, as compilers and linkers note themselves in `.comment`, each once; of many, the first.
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
