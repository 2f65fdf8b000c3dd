// SPDX-License-Identifier: MIT

/// The functions and variables of a library, by address.
struct SymbolTable {
    /// A function that holds an address.
    struct Match: Equatable {
        /// Its name, as the linker knows it.
        let name: String
        /// How many bytes of it are before the address.
        let offset: UInt64
    }

    /// How many bytes a symbol's entry has.
    private static let entrySize = 24

    /// The entries of the full table or, where that was stripped, of what others may see.
    private let entries: [UInt8]
    /// The names.
    private let names: [UInt8]

    /// The functions of an object.
    init(_ sections: ObjectSections) {
        let all = sections.linkedSections(".symtab") ?? sections.linkedSections(".dynsym")
        entries = all?.section ?? []
        names = all?.linked ?? []
    }

    /// The functions that hold some addresses; nothing for those that none holds.
    func functions(at addresses: [UInt64]) -> [UInt64: Match] {
        let sorted = Set(addresses).sorted()
        var best: [UInt64: (name: Int, start: UInt64)] = [:]
        entries.withUnsafeBytes { bytes in
            for place in stride(from: 0, through: bytes.count - Self.entrySize, by: Self.entrySize) {
                // A function, or one that is chosen at load time.
                let kind = bytes[place + 4] & 15
                guard kind == 2 || kind == 10 else { continue }
                let start = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
                let size = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
                for address in sorted where address >= start && address - start < size {
                    if let known = best[address], known.start > start { continue }
                    let name = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                    best[address] = (Int(name), start)
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: best.map { address, found in
                (address, Match(name: name(at: found.name), offset: address - found.start))
            })
    }

    /// The variables of which a byte is at some addresses, which are in order.
    func variables(at addresses: [UInt64]) -> [String] {
        var found: Set<String> = []
        entries.withUnsafeBytes { bytes in
            for place in stride(from: 0, through: bytes.count - Self.entrySize, by: Self.entrySize)
            where bytes[place + 4] & 15 == 1 {
                let start = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
                let size = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
                var (low, high) = (0, addresses.count)
                while low < high {
                    let middle = (low + high) / 2
                    if addresses[middle] < start { low = middle + 1 } else { high = middle }
                }
                guard low < addresses.count, addresses[low] - start < size else { continue }
                let name = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                found.insert(self.name(at: Int(name)))
            }
        }
        return found.sorted()
    }

    /// A symbol's name.
    private func name(at place: Int) -> String {
        // The part after an at sign is a version.
        let at = UInt8(ascii: "@")
        let name = place < names.count ? names[place...].prefix { $0 != 0 && $0 != at } : []
        return String(decoding: name, as: UTF8.self)
    }
}
