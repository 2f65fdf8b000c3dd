// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Failures of every kind that a report at a terminal has to show well: Tests/EndToEndTests/Golden/screen-*.txt.
final class BasketTests: TestCase {
    /// Why a price cannot be had.
    struct NoPrice: Error, CustomStringConvertible {
        /// The article without one.
        let article: String
        /// In words.
        var description: String { "the article '\(article)' has no price" }
    }

    /// Fails in one place for whoever calls it.
    private func expectOpen(_ basket: [String]) { expectTrue(basket.isEmpty, "a basket begins empty") }

    func testTotalAndCurrency() {
        expectEqual(10 + 1, 12, "after the discount")
        expectEqual("EUR", "USD")
    }

    func testReceipt() {
        let expected = "Receipt\n  2 apples   1.00\n  1 pear     0.75\n  1 melon    3.20\ntotal       4.95\nthank you"
        let actual = "Receipt\n  2 apples   1.00\n  1 pear     0.70\n  1 melon    3.20\ntotal       4.90\nthank you"
        expectEqual(actual, expected)
    }

    func testLongExplanation() {
        expectTrue(
            false,
            "The basket of a customer who has come back after more than thirty days is to be emptied, except for what "
                + "has been paid for already, which moves to the orders.")
    }

    func testOpensForGuests() { expectOpen(["apple"]) }
    func testOpensForMembers() { expectOpen(["apple"]) }
    func testOpensForStaff() { expectOpen(["apple"]) }

    func testPriceOfAPear() throws { throw NoPrice(article: "pear") }

    func testEndsTheProcess() {
        print("about to leave")
        exit(3)
    }

    func testArticles() { expectEqual(["apple", "pear", "fig"], ["apple", "plum", "fig"]) }

    func testPasses() { expectEqual(1, 1) }

    func testNeedsANetwork() throws { try skip("no network here") }
}
