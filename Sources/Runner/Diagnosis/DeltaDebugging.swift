// SPDX-License-Identifier: MIT

/// Delta debugging: a smallest part of some items, in their order, that still does it (Zeller and Hildebrandt, 2002, ddmin).
///
/// Of the result, no single item can be left out.
enum DeltaDebugging {
    /// Returns such a part; `doesIt` says of each of some parts whether it still does.
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

    /// Some items in parts that are as even as can be.
    private static func pieces<Item>(of items: [Item], _ parts: Int) -> [[Item]] {
        (0..<parts).map { Array(items[items.count * $0 / parts..<items.count * ($0 + 1) / parts]) }
    }
}
