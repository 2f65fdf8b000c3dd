// SPDX-License-Identifier: MIT

/// Orders of some things in which every ordered pair of them is side by side, in the fewest orders.
///
/// For an even number n these are the n rows of a Tuscan square, in which each pair is there exactly once (Williams, 1949; Wei
/// and others, TACAS 2021, for tests). For an odd number they are the rows for n + 1 without the one that is too many: that
/// is one order more, and no pair is lost.
struct PairOrders {
    /// The number of things.
    let count: Int

    /// The number of orders that contain all pairs.
    var orderCount: Int { count < 2 ? count : size }

    /// The number of ordered pairs.
    var pairCount: Int { count * max(0, count - 1) }

    /// The side of the square.
    private var size: Int { count + count % 2 }

    /// Returns an order by its number.
    subscript(number: Int) -> [Int] {
        if count < 2 { return Array(0..<count) }
        // 0, 1, n-1, 2, n-2, …: each distance from one to the next occurs once.
        return (0..<size).map { place in
            let step = place % 2 == 0 ? size - place / 2 : (place + 1) / 2
            return (step + number) % size
        }.filter { $0 < count }
    }
}
