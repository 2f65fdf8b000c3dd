// SPDX-License-Identifier: MIT

/// Delta debugging: reduces items to a smallest part that still fails (Zeller and Hildebrandt, 2002, ddmin).
///
/// No single item of the result can be left out.
enum DeltaDebugging {
    /// Returns such a part, in order; `doesIt` tests several parts at once.
    static func minimize<Item>(
        _ items: [Item], doesIt: ([[Item]]) throws(TrialStop) -> [Bool]
    ) throws(TrialStop) -> [Item] {
        var (items, parts) = (items, 2)
        while items.count > 1 {
            let pieces = pieces(of: items, parts)
            let others = pieces.indices.map { index in
                pieces.indices.filter { $0 != index }.flatMap { pieces[$0] }
            }
            if let index = try doesIt(pieces).firstIndex(of: true) {
                (items, parts) = (pieces[index], 2)
            } else if parts > 2, let index = try doesIt(others).firstIndex(of: true) {
                (items, parts) = (others[index], parts - 1)
            } else if parts < items.count {
                parts = min(items.count, parts * 2)
            } else {
                break
            }
        }
        return items
    }

    /// Divides items into parts of nearly equal size.
    private static func pieces<Item>(of items: [Item], _ parts: Int) -> [[Item]] {
        (0..<parts).map { Array(items[items.count * $0 / parts..<items.count * ($0 + 1) / parts]) }
    }
}
