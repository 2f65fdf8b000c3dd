// SPDX-License-Identifier: MIT

/// Finds things by their identity's bytes, in 16 bytes for each and without a copy of any.
struct IdentityIndex {
    /// The number of a thing plus one, or 0: open addressing, at most half full.
    private var places: [UInt32] = Array(repeating: 0, count: 64)
    /// A part of the hash at each place, which spares most comparisons.
    private var hashes: [UInt32] = Array(repeating: 0, count: 64)
    /// The number of entries.
    private(set) var count = 0
    /// A random key, so that nobody can craft a file whose identities all collide.
    private let key = SystemRandomNumberGenerator.seed()

    /// The hash of an identity that is given in pieces.
    func hash(_ parts: [ArraySlice<UInt8>]) -> UInt32 {
        var hash = emptyHash
        for part in parts { hash.append(part) }
        return finished(hash)
    }

    /// The hash of an identity of which no byte is known yet.
    var emptyHash: SipHash24 { SipHash24(k0: key, k1: 0) }

    /// The hash of an identity whose bytes were all appended.
    func finished(_ hash: SipHash24) -> UInt32 { UInt32(truncatingIfNeeded: hash.finalized()) }

    /// The number of the thing of that hash of which a function says that it is the one.
    func find(_ hash: UInt32, _ isMeant: (Int) -> Bool) -> Int? {
        var place = Int(hash) & (places.count - 1)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if hashes[place] == hash, isMeant(number) { return number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Adds a thing that is not there yet.
    mutating func insert(_ number: Int, _ hash: UInt32) {
        if 2 * (count + 1) > places.count { grow() }
        put(UInt32(number + 1), hash)
        count += 1
    }

    /// Puts a thing at the first place that is free for it.
    private mutating func put(_ entry: UInt32, _ hash: UInt32) {
        var place = Int(hash) & (places.count - 1)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        (places[place], hashes[place]) = (entry, hash)
    }

    /// Makes room for twice as many.
    private mutating func grow() {
        let old = (places, hashes)
        places = Array(repeating: 0, count: 2 * old.0.count)
        hashes = places
        for (entry, hash) in zip(old.0, old.1) where entry != 0 { put(entry, hash) }
    }
}
