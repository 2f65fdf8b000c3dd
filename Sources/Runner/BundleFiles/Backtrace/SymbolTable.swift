// SPDX-License-Identifier: MIT

import RunnerSupport

/// The functions and variables of a library, by address.
public struct SymbolTable {
    /// A function that contains an address.
    struct Match: Equatable {
        /// Its name, as the linker knows it.
        let name: String
        /// The number of the function's bytes before the address.
        let offset: UInt64
    }

    /// An entry.
    private struct Symbol {
        /// The place of its name.
        let name: Int
        /// Its first address.
        let start: UInt64
        /// The size, in bytes.
        let size: UInt64
    }

    /// The size of a symbol's entry, in bytes.
    private static let entrySize = 24

    /// The entries of the full table or, where that was stripped, of what others may see.
    private let entries: [UInt8]
    /// The names.
    private let names: [UInt8]

    /// The functions of an object.
    public init(_ sections: ObjectSections) {
        let all = sections.linkedSections(".symtab") ?? sections.linkedSections(".dynsym")
        entries = all?.section ?? []
        names = all?.linked ?? []
    }

    /// The functions that contain some addresses; nothing for those that none contains.
    func functions(at addresses: [UInt64]) -> [UInt64: Match] {
        let sorted = Set(addresses).sorted()
        var best: [UInt64: Symbol] = [:]
        // A function, or one that is chosen at load time.
        forEach(where: { $0 == 2 || $0 == 10 }) { symbol in
            for address in sorted[sorted.partitionPoint { $0 >= symbol.start }...] {
                guard address - symbol.start < symbol.size else { break }
                if let known = best[address], known.start > symbol.start { continue }
                best[address] = symbol
            }
        }
        return Dictionary(
            uniqueKeysWithValues: best.map { address, found in
                (address, Match(name: name(at: found.name), offset: address - found.start))
            })
    }

    /// The address of the first function of a name; nil if there is none.
    public func address(ofFunction wanted: String) -> UInt64? {
        var found: UInt64?
        let wanted = Array(wanted.utf8) + [0]
        forEach(where: { $0 == 2 }) { symbol in
            if found == nil, symbol.start != 0, symbol.name < names.count, names[symbol.name...].starts(with: wanted) {
                found = symbol.start
            }
        }
        return found
    }

    /// The variables of which a byte is at some addresses, which are in order.
    public func variables(at addresses: [UInt64]) -> [String] {
        var found: Set<String> = []
        forEach(where: { $0 == 1 }) { symbol in
            let place = addresses.partitionPoint { $0 >= symbol.start }
            guard place < addresses.count, addresses[place] - symbol.start < symbol.size else { return }
            found.insert(name(at: symbol.name))
        }
        return found.sorted()
    }

    /// Reads the symbols of some kinds.
    private func forEach(where isWanted: (UInt8) -> Bool, _ body: (Symbol) -> Void) {
        entries.withUnsafeBytes { bytes in
            for place in stride(from: 0, through: bytes.count - Self.entrySize, by: Self.entrySize)
            where isWanted(bytes[place + 4] & 15) {
                body(
                    Symbol(
                        name: Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))),
                        start: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)),
                        size: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))))
            }
        }
    }

    /// A symbol's name.
    private func name(at place: Int) -> String {
        // The part after an at sign is a version.
        let at = UInt8(ascii: "@")
        let name = place < names.count ? names[place...].prefix { $0 != 0 && $0 != at } : []
        return String(decoding: name, as: UTF8.self)
    }
}
