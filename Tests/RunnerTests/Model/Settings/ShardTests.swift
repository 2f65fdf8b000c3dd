// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Parts of a run: docs/ORDER.md.
///
/// Rule 29.
struct ShardTests {
    /// Forty classes of two cases, one with examples, in two run groups.
    static func registry(focused: Int? = nil) throws -> Registry {
        var classes = [FakeClass("M.Elsewhere_There", ["testA"])]
        for index in 0..<40 {
            let cases = [
                FakeCase("testA", focused: index == focused), FakeCase("outlineTestB", examples: ["x", "y/z"]),
            ]
            classes.append(FakeClass("M.C\(index)", cases, group: index % 2 == 0 ? nil : 3))
        }
        return try Registry.of(classes)
    }

    /// Plans a part.
    static func plan(_ registry: Registry, seed: UInt64, _ shard: Shard?) throws -> Plan {
        PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: seed, shard: shard)
    }

    /// The identities of a plan, in order.
    static func identities(_ plan: Plan, _ registry: Registry) -> [String] {
        plan.slots.map { registry.identity(of: $0) }
    }

    @Test("the seed moves no class")
    func anySeed() throws {
        let registry = try Self.registry()
        let shard = Shard(index: 2, count: 3)
        let parts = try [3, 4, 5].map { Set(Self.identities(try Self.plan(registry, seed: $0, shard), registry)) }
        #expect(parts[0] == parts[1] && parts[1] == parts[2])
        #expect(!parts[0].isEmpty)
    }

    @Test("a class stays whole")
    func wholeClass() throws {
        let registry = try Self.registry()
        for index in 1...4 {
            let plan = try Self.plan(registry, seed: 9, Shard(index: index, count: 4))
            for unit in plan.units { #expect(unit.slots.count == 3) }
        }
    }

    @Test("a focus counts for all shards")
    func focus() throws {
        let registry = try Self.registry(focused: 11)
        let plans = try (1...4).map { try Self.plan(registry, seed: 1, Shard(index: $0, count: 4)) }
        #expect(plans.flatMap { Self.identities($0, registry) } == ["B/M.C11/testA"])
        #expect(Set(plans.map(\.focus.isNarrowed)) == [true])
        #expect(plans.filter(\.isEmptyShard).count == 3)
    }

    @Test("published parts")
    func publishedParts() {
        // By the program of docs/ORDER.md.
        #expect(Shard.index(of: "Checkout/Shop.CartTests", among: 1000) == 223)
        #expect(Shard.index(of: "Checkout/Shop.PriceTests", among: 1000) == 211)
        #expect(Shard.index(of: "Search/Search.IndexTests", among: 1000) == 451)
    }

    @Test("nothing to run is an empty shard only where others have something")
    func emptyShard() throws {
        let empty = try Registry.of([FakeClass("M.A")])
        #expect(try !Self.plan(empty, seed: 1, Shard(index: 1, count: 2)).isEmptyShard)
        #expect(try !Self.plan(Self.registry(), seed: 1, nil).isEmptyShard)
    }

    @Test(
        "shards that are none",
        arguments: [
            "0/2", "3/2", "1/0", "1", "/", "1/", "/2", "1/2/3", "-1/2", "+1/2", "a/b", "", "1/1000001", " 1/2",
        ])
    func badShards(text: String) {
        let expected = UsageError.badValue(
            "--shard", value: text, expected: "I/N, with I from 1 to N, such as 2/3, or auto")
        #expect(throws: expected) { try Options.parse([".", "--shard=" + text]) }
    }
}
