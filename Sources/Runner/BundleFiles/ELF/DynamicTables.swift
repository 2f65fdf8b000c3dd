// SPDX-License-Identifier: MIT

import RunnerModel

/// The tables to which a library's program headers lead the loader: the dynamic section, and its names and symbols.
struct DynamicTables {
    /// The entries of the dynamic section that the runner uses.
    enum Tag: UInt64 {
        case needed = 1, hash = 4, strings = 5, symbols = 6, stringsSize = 10, soname = 14, rpath = 15, runpath = 29
        case gnuHash = 0x6fff_fef5
    }

    /// The file.
    private let bytes: FileBytes
    /// The mapped segments.
    private let segments: [ELFImage.Segment]
    /// Each tag and its value, in order: a dictionary would take more than all looks at the few that there are.
    ///
    /// Of all but needed libraries, only the first counts.
    private let entries: [(tag: Tag, value: UInt64)]
    /// The names.
    let names: ELFImage.StringTable

    /// Reads those of a library.
    init(_ bytes: FileBytes, _ segments: [ELFImage.Segment]) throws(ELFFault) {
        guard let dynamic = segments.first(where: { $0.kind == ELFImage.Segment.dynamic }) else {
            throw .unfit(field: "program headers", expected: "a dynamic segment", got: "none")
        }
        var entries: [(tag: Tag, value: UInt64)] = []
        var place = dynamic.offset
        while place &+ 16 <= dynamic.offset &+ dynamic.size {
            let number = try bytes.number(at: place, UInt64.self)
            if number == 0 { break }
            if let tag = Tag(rawValue: number), tag == .needed || !entries.contains(where: { $0.tag == tag }) {
                entries.append((tag, try bytes.number(at: place &+ 8, UInt64.self)))
            }
            place += 16
        }
        guard let start = entries.first(where: { $0.tag == .strings })?.value,
            let size = entries.first(where: { $0.tag == .stringsSize })?.value
        else { throw .noStringTable }
        (self.bytes, self.segments, self.entries) = (bytes, segments, entries)
        names = ELFImage.StringTable(bytes: bytes, start: try Self.place(of: start, segments), size: size)
    }

    /// The value of a tag, the first where it is there more than once.
    func first(_ tag: Tag) -> UInt64? { entries.first { $0.tag == tag }?.value }

    /// All values of a tag.
    func all(_ tag: Tag) -> [UInt64] { entries.filter { $0.tag == tag }.map(\.value) }

    /// Where in the file an address of memory is.
    private static func place(of address: UInt64, _ segments: [ELFImage.Segment]) throws(ELFFault) -> UInt64 {
        for segment in segments where segment.kind == ELFImage.Segment.load {
            if address >= segment.address, address - segment.address < segment.size {
                return segment.offset + (address - segment.address)
            }
        }
        throw .strayAddress(address)
    }

    /// Where in the file the value of a tag leads; nil where there is none.
    private func place(of tag: Tag) throws(ELFFault) -> UInt64? {
        guard let address = first(tag) else { return nil }
        return try Self.place(of: address, segments)
    }

    // MARK: Symbols

    /// A dynamic symbol.
    struct Symbol {
        /// The file.
        let bytes: FileBytes
        /// Where it is in it.
        let place: UInt64

        /// Where its name is among the names.
        func name() throws(ELFFault) -> UInt64 { UInt64(try bytes.number(at: place, UInt32.self)) }

        /// Whether it is looked for elsewhere: in no section of this file.
        func isImported() throws(ELFFault) -> Bool { try bytes.number(at: place &+ 6, UInt16.self) == 0 }

        /// The byte with its binding and its kind.
        func info() throws(ELFFault) -> UInt8 { try bytes.number(at: place &+ 4, UInt8.self) }

        /// Whether others see one of such a byte: global, weak, or unique in the process (a GNU extension).
        static func isVisible(_ info: UInt8) -> Bool { info >> 4 == 1 || info >> 4 == 2 || info >> 4 == 10 }

        /// Whether it may be called: a function, one that is chosen at load time (a GNU extension), or of no type, as
        /// assemblers leave it.
        static func isCallable(_ info: UInt8) -> Bool { info & 15 == 2 || info & 15 == 10 || info & 15 == 0 }
    }

    /// Where the symbols begin in the file; nil where there are none.
    func firstSymbol() throws(ELFFault) -> UInt64? { try place(of: .symbols) }

    /// The symbol of a number, by where the first is.
    func symbol(_ index: UInt64, from first: UInt64) -> Symbol { Symbol(bytes: bytes, place: first &+ index &* 24) }

    /// The number of symbols: no more than the file has room for.
    func symbolCount() throws(ELFFault) -> UInt64 {
        let count = try statedSymbolCount()
        guard count > 0, let start = try firstSymbol() else { return count }
        let room = start < bytes.size ? (bytes.size - start) / 24 : 0
        guard count <= room else { throw .tooManySymbols(count, room: room) }
        return count
    }

    /// The number of symbols, as far as the hash tables say.
    ///
    /// No entry states it: the tables imply it.
    private func statedSymbolCount() throws(ELFFault) -> UInt64 {
        if let table = try place(of: .hash) { return UInt64(try bytes.number(at: table &+ 4, UInt32.self)) }
        guard let table = try place(of: .gnuHash) else { return 0 }
        return try GNUHashTable(bytes, at: table).symbolCount()
    }

    /// Whether a name is that of a symbol that is defined here and visible to others.
    func defines(_ name: String) throws(ELFFault) -> Bool {
        guard let first = try firstSymbol() else { return false }
        guard let table = try place(of: .gnuHash) else {
            // All of them.
            return try defines(name, 0..<symbolCount(), from: first)
        }
        // As the loader looks.
        return try defines(name, GNUHashTable(bytes, at: table).places(of: name), from: first)
    }

    /// Whether one of some symbols has that name, is defined here, and is visible to others.
    ///
    /// Data with that name is a fault: to call it would end the worker, and to skip it would hide a bundle's mistake.
    private func defines(
        _ name: String, _ places: some Sequence<UInt64>, from first: UInt64
    ) throws(ELFFault) -> Bool {
        let wanted = Array(name.utf8) + [0]
        for index in places {
            let symbol = symbol(index, from: first)
            let info = try symbol.info()
            if try symbol.isImported() || !Symbol.isVisible(info) { continue }
            guard try names.matches(wanted, at: symbol.name()) else { continue }
            if Symbol.isCallable(info) { return true }
            throw .notAFunction(name)
        }
        return false
    }
}
