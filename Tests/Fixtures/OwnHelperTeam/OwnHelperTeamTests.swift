// SPDX-License-Identifier: MIT

import OwnHelpers
import TestKit

/// It fails in a library with a TestKit of its own.
final class ShopTests: TestCase {
    func testShopIsOpen() { checkShop(false) }
    func testPasses() { checkShop(true) }
}
