// SPDX-License-Identifier: MIT

import RunnerModel

/// The hash table by which the loader finds a symbol, with `DT_GNU_HASH`.
///
/// Its layout is described nowhere but in the loaders: a header of four numbers, a Bloom filter, the buckets, and for
/// each symbol its hash, whose lowest bit says that it is its bucket's last.
struct GNUHashTable {
    /// The file.
    private let bytes: FileBytes
    /// The number of buckets, and the first symbol that is in one.
    private let buckets, first: UInt64
    /// Where the buckets begin in the file, and the symbols' hashes.
    private let start, chains: UInt64

    /// Reads the header of the table at a place.
    init(_ bytes: FileBytes, at place: UInt64) throws(ELFFault) {
        self.bytes = bytes
        buckets = UInt64(try bytes.number(at: place, UInt32.self))
        first = UInt64(try bytes.number(at: place &+ 4, UInt32.self))
        start = place &+ 16 &+ UInt64(try bytes.number(at: place &+ 8, UInt32.self)) &* 8
        chains = start &+ buckets &* 4
    }

    /// The first symbol of a bucket; 0 where it is empty.
    private func symbol(ofBucket index: UInt64) throws(ELFFault) -> UInt64 {
        UInt64(try bytes.number(at: start &+ index &* 4, UInt32.self))
    }

    /// The hash of a symbol.
    private func entry(of symbol: UInt64) throws(ELFFault) -> UInt32 {
        try bytes.number(at: chains &+ (symbol &- first) &* 4, UInt32.self)
    }

    /// The number of symbols up to the last one that is in a bucket.
    func symbolCount() throws(ELFFault) -> UInt64 {
        var last: UInt64 = 0
        for index in 0..<buckets { last = max(last, try symbol(ofBucket: index)) }
        guard last >= first, last > 0 else { return first }
        while try entry(of: last) & 1 == 0 { last += 1 }
        return last + 1
    }

    /// The indices of the symbols that may have a name.
    func places(of name: String) throws(ELFFault) -> [UInt64] {
        if buckets == 0 { return [] }
        let hash = Self.hash(name)
        var place = try symbol(ofBucket: UInt64(hash) % buckets)
        guard place >= first, place > 0 else { return [] }
        var places: [UInt64] = []
        while true {
            // At the latest, the file ends.
            let entry = try entry(of: place)
            if entry | 1 == hash | 1 { places.append(place) }
            if entry & 1 == 1 { return places }
            place += 1
        }
    }

    /// A name's hash.
    private static func hash(_ name: String) -> UInt32 { name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) } }
}
