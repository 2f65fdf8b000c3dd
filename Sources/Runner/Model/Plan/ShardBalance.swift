// SPDX-License-Identifier: MIT

import RunnerSupport

/// Deals classes, or single cases, out to shards so that these take equally long: the longest first, each to the shard that has least.
///
/// Pure, and the same on every machine that sees the same bundles, the same record and the same selection: integers, and
/// identities where two weigh the same. `docs/ORDER.md` says how to compute it elsewhere.
///
/// Rule 58.
public struct ShardBalance {
    /// The source of the weights.
    public enum Source {
        /// The durations of classes, by a record of earlier runs.
        case record(RunRecord)
        /// The numbers of cases.
        case cases
    }

    /// A class or a case that is in one shard as a whole.
    private struct Piece {
        /// The class, by registry index.
        let classIndex: Int
        /// One case of it, or an example; nil for the class.
        var slot: Plan.Slot?
        /// The identity.
        let identity: String
        /// The duration in microseconds, or the number of cases.
        let weight: UInt64
    }

    /// The shard of each class that is dealt out as a whole, from 1, by registry index.
    private var classes: [Int: Int] = [:]
    /// The shard of each case that is dealt out by itself.
    private var cases: [Plan.Slot: Int] = [:]
    /// The digest of this distribution, which must be the same for all shards of a run.
    let digest: String

    /// The weight of a case of which nothing is known where nothing is known of any, in microseconds.
    private static let anything: UInt64 = 1000

    /// Deals out the classes of some slots; by case, the cases of a class that may be divided each by itself.
    init(_ source: Source, _ slots: [Plan.Slot], in registry: Registry, among count: Int, byCase: Bool = false) {
        var counts: [Int: UInt64] = [:]
        for slot in slots { counts[registry.cases[Int(slot.caseIndex)].classIndex, default: 0] += 1 }
        let weights = Self.weights(source, counts, registry)
        func isDivided(_ index: Int) -> Bool { byCase && registry.classes[index].isDivisible }
        var pieces = weights.filter { !isDivided($0.key) }.map {
            Piece(classIndex: $0.key, identity: registry.identity(ofClass: $0.key), weight: $0.value)
        }
        for slot in byCase ? slots : [] {
            let index = registry.cases[Int(slot.caseIndex)].classIndex
            guard isDivided(index), let weight = weights[index], let size = counts[index] else { continue }
            pieces.append(
                Piece(classIndex: index, slot: slot, identity: registry.identity(of: slot), weight: weight / size))
        }
        pieces.sort { left, right in
            if left.weight != right.weight { return left.weight > right.weight }
            return left.identity.utf8.lexicographicallyPrecedes(right.identity.utf8)
        }
        var hash = SipHash24(k0: Shard.key, k1: UInt64(count))
        var heap = LoadHeap(count: count)
        for piece in pieces {
            let shard = heap.add(piece.weight) + 1
            if let slot = piece.slot { cases[slot] = shard } else { classes[piece.classIndex] = shard }
            hash.append("\(piece.identity)\t\(piece.weight)\n".utf8)
        }
        digest = hash.finalized().hexadecimal
    }

    /// The shard of a case of a class, from 1.
    func shard(of slot: Plan.Slot, inClass index: Int) -> Int { classes[index] ?? cases[slot] ?? 1 }

    /// The duration of each class, in microseconds.
    ///
    /// If a part of a class is selected, that part's share; for a class that the record does not know, the duration of the class in
    /// the middle of the others.
    private static func weights(_ source: Source, _ counts: [Int: UInt64], _ registry: Registry) -> [Int: UInt64] {
        guard case .record(let record) = source else { return counts }
        var known: [String: RunRecord.Class] = [:]
        for entry in record.classes where entry.count > 0 { known[entry.identity] = entry }
        var weights: [Int: UInt64] = [:]
        for (index, count) in counts {
            guard let entry = known[registry.identity(ofClass: index)] else { continue }
            let each = UInt64(entry.count)
            // Both are below 2^53 and 2^40: the whole of the first part, and what is left of it.
            let (whole, rest) = (entry.duration / each, entry.duration % each)
            var weight: UInt64 = 0
            weight.add(clamping: whole.multipliedReportingOverflow(by: count).overflow ? .max : whole * count)
            weight.add(clamping: rest.multipliedReportingOverflow(by: count).overflow ? .max : rest * count / each)
            weights[index] = min(weight, FileNumber.duration.range.upperBound)
        }
        let sorted = weights.values.sorted()
        for (index, count) in counts where weights[index] == nil {
            weights[index] = sorted.isEmpty ? count * anything : sorted[sorted.count / 2]
        }
        return weights
    }

    /// The shards by what they have: a heap, the least first, and of equal ones the first.
    private struct LoadHeap {
        /// The shards, from 0, and their loads.
        private var entries: [(load: UInt64, shard: Int)]

        /// Starts with nothing on any.
        init(count: Int) { entries = (0..<count).map { (0, $0) } }

        /// Adds a load to the shard that has least; returns that.
        mutating func add(_ load: UInt64) -> Int {
            let shard = entries[0].shard
            entries[0].load.add(clamping: load)
            var place = 0
            while true {
                var least = place
                for child in [2 * place + 1, 2 * place + 2]
                where child < entries.count && entries[child] < entries[least] {
                    least = child
                }
                if least == place { return shard }
                entries.swapAt(place, least)
                place = least
            }
        }
    }
}
