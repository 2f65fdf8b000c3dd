// SPDX-License-Identifier: MIT

/// The hash table by which the loader finds a symbol, with `DT_GNU_HASH`.
///
/// Its layout is described nowhere but in the loaders: a header of four numbers, a Bloom filter, the buckets, and for
/// each symbol its hash, whose lowest bit says that it is its bucket's last.
struct GNUHashTable {
    /// The file.
    let bytes: FileBytes
    /// Where the table begins in it.
    let start: UInt64

    /// The indices of the symbols that may be of a name.
    func places(of name: String) throws(ELFFault) -> [UInt64] {
        let buckets = UInt64(try bytes.number(at: start, UInt32.self))
        let first = UInt64(try bytes.number(at: start &+ 4, UInt32.self))
        let words = UInt64(try bytes.number(at: start &+ 8, UInt32.self))
        if buckets == 0 { return [] }
        let hash = Self.hash(name)
        let table = start &+ 16 &+ words &* 8
        var place = UInt64(try bytes.number(at: table &+ UInt64(hash) % buckets &* 4, UInt32.self))
        guard place >= first, place > 0 else { return [] }
        let chains = table &+ buckets &* 4
        var places: [UInt64] = []
        while true {
            // At the latest, the file ends.
            let entry = try bytes.number(at: chains &+ (place &- first) &* 4, UInt32.self)
            if entry | 1 == hash | 1 { places.append(place) }
            if entry & 1 == 1 { return places }
            place += 1
        }
    }

    /// A name's hash.
    private static func hash(_ name: String) -> UInt32 { name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) } }
}
