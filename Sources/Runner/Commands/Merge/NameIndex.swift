// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Finds the cases and examples of a class by their names' hashes, in a list that may be in a file.
///
/// The entries of a class are side by side and ascend by hash, so that those of a class that runs are close to each other.
struct NameIndex {
    /// A case, or an example of one.
    struct Entry {
        /// The hash of its name.
        let hash: UInt64
        /// The case, by registry index.
        let caseIndex: UInt32
        /// The example, by its place in the case; `noExample` for the case itself.
        let example: UInt32

        /// Stands for the case itself.
        static let noExample = UInt32.max
    }

    /// The entries of all classes.
    private(set) var entries: SpillableArray<Entry> = []
    /// Where those of each class are.
    private var ranges: [Range<Int>] = []
    /// Those of the class that is being read.
    private var open: [Entry] = []
    /// A random key, so that nobody can craft a file whose names all collide.
    private let key = SystemRandomNumberGenerator.seed()

    /// The hash of a name.
    private func hash(_ name: ArraySlice<UInt8>, example: ArraySlice<UInt8>? = nil) -> UInt64 {
        var hash = SipHash24(k0: key, k1: 0)
        hash.append(name)
        if let example {
            hash.append(CollectionOfOne(Identity.begin))
            hash.append(example)
            hash.append(CollectionOfOne(Identity.end))
        }
        return hash.finalized()
    }

    /// Adds a case to the class that is being read.
    mutating func add(_ name: ArraySlice<UInt8>, of number: Int) {
        open.append(Entry(hash: hash(name), caseIndex: UInt32(number), example: Entry.noExample))
    }

    /// Adds an example of a case to the class that is being read.
    mutating func add(_ name: ArraySlice<UInt8>, example: ArraySlice<UInt8>, _ place: Int, of number: Int) {
        open.append(
            Entry(hash: hash(name, example: example), caseIndex: UInt32(number), example: UInt32(place)))
    }

    /// Ends the class that is being read.
    mutating func closeClass(_ memoryLimit: Int) throws(SystemFault) {
        ranges.append(entries.count..<entries.count + open.count)
        entries.append(contentsOf: open.sorted { $0.hash < $1.hash })
        open.removeAll(keepingCapacity: true)
        try entries.spill(limit: memoryLimit)
    }

    /// The first entry of a class with the hash of a name of which a function says that it is the one.
    ///
    /// Of a case and an example of one name, the case comes first.
    func find(_ name: ArraySlice<UInt8>, inClass index: Int, _ isMeant: (Entry) -> Bool) -> Entry? {
        let wanted = hash(name)
        var place = entries[ranges[index]].partitionPoint { $0.hash >= wanted }
        var found: Entry?
        while place < ranges[index].upperBound, entries[place].hash == wanted {
            let entry = entries[place]
            if isMeant(entry), found == nil || entry.example == Entry.noExample { found = entry }
            place += 1
        }
        return found
    }
}
