// SPDX-License-Identifier: MIT

import TestKit

final class ShoppingCartTests: TestCase {
    private var cart: [String: Int] = [:]

    override func setUpTestCase(_ name: String) { cart = ["apple": 2] }

    func testAddingCountsUp() throws {
        cart["apple", default: 0] += 1
        let apples = try requireNotNil(cart["apple"])
        expectEqual(apples, 3)
    }

    func testRemovingLeavesNothing() async {
        cart["apple"] = nil
        expectEmpty(cart)
    }
}
