// SPDX-License-Identifier: MIT

/// Finds the entries of an old record whose classes and cases still exist.
///
/// Each name is hashed once and compared a bounded number of times, so a long record takes no more for each entry than a
/// short one.
enum RecordMatching {
    /// The place of each old name among the present ones; nil for one that is not there.
    static func places<Name: Hashable>(of old: some Sequence<Name>, among present: some Sequence<Name>) -> [Int?] {
        var places: [Name: Int] = [:]
        places.reserveCapacity(present.underestimatedCount)
        for (place, name) in present.enumerated() { places[name] = place }
        return old.map { places[$0] }
    }

    /// The places of the old names that are still present and did not run again.
    static func remaining<Name: Hashable>(
        of old: some Sequence<Name>, among present: some Sequence<Name>, without again: some Sequence<Name>
    ) -> [Int] {
        var left = Set(present)
        left.subtract(again)
        return old.enumerated().filter { left.contains($0.element) }.map(\.offset)
    }
}
