// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// The sort by keys that are spread evenly.
struct DrawerSortTests {
    /// An element with a key that others may have as well.
    private struct Item: Equatable {
        /// What it is sorted by first.
        let key: UInt64
        /// What decides between equal keys.
        let number: Int
    }

    @Test(
        "sorts as a sort does that compares, be the keys spread, equal, or at one end",
        arguments: [0, 1, 2, 3, 17, 100, 1000], [UInt64.max, 1, 3, 1 << 20])
    func sorts(count: Int, span: UInt64) {
        var generator = SeededNumbers(state: UInt64(count) &+ span)
        var sort = DrawerSort()
        // The second one finds the drawers of the first.
        for count in [count, count / 2] {
            let numbers = Array(0..<count).shuffled(using: &generator)
            let items = numbers.map { Item(key: .random(in: 0...span, using: &generator), number: $0) }
            let precedes: (Item, Item) -> Bool = { ($0.key, $0.number) < ($1.key, $1.number) }
            var sorted = items
            sort.sort(&sorted, key: \.key, by: precedes)
            #expect(sorted == items.sorted(by: precedes))
        }
    }
}
