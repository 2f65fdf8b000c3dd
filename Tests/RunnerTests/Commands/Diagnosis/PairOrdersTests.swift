// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// Orders in which every pair stands side by side.
struct PairOrdersTests {
    @Test("every ordered pair is side by side, for each number of things", arguments: 0...41)
    func pairs(count: Int) {
        let orders = PairOrders(count: count)
        var seen: Set<[Int]> = []
        var total = 0
        for number in 0..<orders.orderCount {
            let order = orders[number]
            #expect(order.sorted() == Array(0..<count))
            for (left, right) in zip(order, order.dropFirst()) { seen.insert([left, right]) }
            total += max(0, order.count - 1)
        }
        #expect(seen.count == orders.pairCount)
        // No order more than it takes: each pair once where the number is even.
        if count % 2 == 0 { #expect(total == orders.pairCount && orders.orderCount == count) }
        if count % 2 == 1, count > 1 { #expect(orders.orderCount == count + 1) }
    }
}
