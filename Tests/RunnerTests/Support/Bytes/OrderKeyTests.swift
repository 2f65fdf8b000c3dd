// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The order's key, as docs/ORDER.md publishes it.
///
/// Rule 13.
struct OrderKeyTests {
    /// A row of the published table.
    struct Row: Sendable {
        /// The first column.
        let seed: UInt64
        /// The second column.
        let identity: String
        /// The third column.
        let key: UInt64
    }

    /// The page's text.
    static let page: String =
        (try? String(contentsOfFile: Checkout.path("docs/ORDER.md"), encoding: .utf8)) ?? ""

    /// The rows of the table.
    static let rows: [Row] = page.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        guard columns.count == 3, let seed = UInt64(columns[0]), columns[2].hasPrefix("0x"),
            let key = UInt64(columns[2].dropFirst(2), radix: 16)
        else { return nil }
        return Row(seed: seed, identity: columns[1], key: key)
    }

    @Test("page has its table")
    func documentation() {
        #expect(Self.rows.count == 16)
        #expect(Self.rows.contains { $0.seed == .max })
    }

    @Test("published key", arguments: rows)
    func publishedKey(row: Row) {
        #expect(OrderKey(seed: row.seed, prefix: row.identity).value == row.key)
    }

    @Test("key goes on from a prefix")
    func prefix() {
        let parts = Array("outlineTestTotal".utf8).withUnsafeBytes { bytes in
            OrderKey(seed: 42, prefix: "Checkout/Shop.CartTests").appending("/")
                .appending(bytes).appending("[Größe/").appending("XL")
                .appending("]")
        }
        #expect(parts.value == 0xfb02_459c_0b07_fca1)
    }

    @Test("published example")
    func publishedExample() throws {
        let example = try #require(Self.page.components(separatedBy: "## An example").last)
        let expected = example.components(separatedBy: "```")[1].split(separator: "\n").map(String.init)
        let cart: [FakeCase] = [
            FakeCase("outlineTestTotal", examples: ["Größe/XL", "empty", "two of one"]), "testAdd", "testClear",
            "testRemove",
        ]
        let registry = try Registry.of([
            ("Search", [FakeClass("Search.IndexTests", ["testDelete", "testInsert", "testLookUp"])]),
            (
                "Checkout",
                [FakeClass("Shop.PriceTests", ["testRounding", "testTax"]), FakeClass("Shop.CartTests", cart)]
            ),
        ])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 42)
        #expect(plan.slots.map { registry.identity(of: $0) } == expected)
    }
}
