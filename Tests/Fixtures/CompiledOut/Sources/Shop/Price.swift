// SPDX-License-Identifier: MIT

/// A price in cents.
public struct Price: Equatable, Sendable {
    /// The cents.
    let cents: Int

    /// A price.
    public init(cents: Int) { self.cents = cents }

    /// The price of several pieces.
    public func times(_ count: Int) -> Price { Price(cents: cents * count) }
}

#if TESTKIT_SUITES
import TestKit

/// Sees what is internal: it is of the same module.
final class PriceTests: TestCase {
    func testTimes() { expectEqual(Price(cents: 3).times(2).cents, 6) }
}
#endif
