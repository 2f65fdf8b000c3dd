// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// `--balance`: docs/ORDER.md.
///
/// Rule 58.
struct ShardBalanceTests {
    /// Classes with so many cases each.
    private static func registry(_ counts: [Int]) throws -> Registry {
        try Registry.of(
            counts.enumerated().map { index, count in
                FakeClass("M.C\(index)", (0..<count).map { FakeCase("test\($0)") })
            })
    }

    /// A record of those classes that took so long, in microseconds.
    private static func record(_ durations: [UInt64], of registry: Registry) -> RunRecord {
        var record = RunRecord(run: RunRecordTests.sample.run)
        for (index, duration) in durations.enumerated() {
            record.classes.append(
                RunRecord.Class(
                    identity: registry.identity(ofClass: index), run: 1, count: registry.classes[index].cases.count,
                    duration: duration))
        }
        return record
    }

    /// The plans of all shards.
    private static func plans(_ registry: Registry, _ source: ShardBalance.Source?, count: Int, seed: UInt64 = 1) throws
        -> [Plan]
    {
        try (1...count).map { index in
            PlanBuilder.plan(
                registry, selection: try Selection(in: registry), focus: .all, seed: seed,
                shard: Shard(index: index, count: count), balance: source)
        }
    }

    /// Durations whose logarithms are normal: by the sum of twelve even numbers, and a seed.
    private static func logNormal(_ count: Int, seed: UInt64) -> [UInt64] {
        var state = seed
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
        return (0..<count).map { _ in
            let sum = (0..<12).reduce(0.0) { total, _ in total + Double(next() >> 11) / Double(1 << 53) }
            var (value, exponent) = (1_000_000.0, sum - 6)
            while exponent > 0.1 { (value, exponent) = (value * 1.105_170_918, exponent - 0.1) }
            while exponent < -0.1 { (value, exponent) = (value / 1.105_170_918, exponent + 0.1) }
            return UInt64(value)
        }
    }

    @Test("by case, shards have equally many cases, and a class that may not be divided stays whole")
    func byCase() throws {
        var large = FakeClass("M.Large", (0..<60).map { FakeCase("test\($0)") })
        large.flags |= TESTKIT_CLASS_DIVISIBLE.rawValue
        let registry = try Registry.of([large, FakeClass("M.Whole", (0..<9).map { FakeCase("test\($0)") })])
        func plans(_ selection: Selection, seed: UInt64, _ source: ShardBalance.Source? = nil) -> [Plan] {
            (1...3).map {
                PlanBuilder.plan(
                    registry, selection: selection, focus: .all, seed: seed, shard: Shard(index: $0, count: 3),
                    balance: source, byCase: true)
            }
        }
        let all = try Selection(in: registry)
        let parts = plans(all, seed: 1)
        #expect(parts.map(\.slots.count) == [23, 23, 23])
        #expect(parts.map(\.elsewhere) == [46, 46, 46])
        #expect(Set(parts.flatMap(\.slots)).count == 69)
        let whole = try #require(registry.classes.firstIndex { !$0.isDivisible })
        #expect(parts.count { $0.units.contains { $0.classIndex == whole } } == 1)
        // Whatever the seed; and all parts know that they are dealt out alike.
        #expect(plans(all, seed: 2).map { Set($0.slots) } == parts.map { Set($0.slots) })
        #expect(Set(parts.map(\.balance)).count == 1 && parts[0].balance != nil)
        let record = Self.record([120_000, 9_000], of: registry)
        let timed = plans(all, seed: 1, .record(record))
        #expect(Set(timed.flatMap(\.slots)).count == 69)
        #expect(timed.map(\.slots.count).sorted().first ?? 0 >= 20)
        let one = try Selection(filters: [NameFilter("test7")], in: registry)
        #expect(plans(one, seed: 1).map(\.slots.count) == [1, 1, 0])
    }

    @Test("the longest of 16 shards is within 5 % of the mean", arguments: [1, 2, 3] as [UInt64])
    func balanced(seed: UInt64) throws {
        // 10,000 cases in 500 classes.
        let registry = try Self.registry(Array(repeating: 20, count: 500))
        let durations = Self.logNormal(500, seed: seed)
        let mean = durations.reduce(0, +) / 16
        try #require(durations.allSatisfy { $0 <= mean })
        let plans = try Self.plans(registry, .record(Self.record(durations, of: registry)), count: 16)
        let loads = plans.map { $0.units.reduce(UInt64(0)) { $0 + durations[$1.classIndex] } }
        #expect(loads.reduce(0, +) == durations.reduce(0, +))
        #expect(Double(loads.max() ?? 0) <= 1.05 * Double(mean), "\(loads)")
    }

    @Test("shards are the plan and no more", arguments: [1, 2, 3, 7, 64], [0, 1, 42, UInt64.max])
    func completeness(count: Int, seed: UInt64) throws {
        let registry = try ShardTests.registry()
        let whole = ShardTests.identities(try ShardTests.plan(registry, seed: seed, nil), registry)
        for source in [nil, ShardBalance.Source.cases, .record(RunRecordTests.sample)] {
            let plans = try Self.plans(registry, source, count: count, seed: seed)
            let parts = plans.map { ShardTests.identities($0, registry) }
            for part in parts { #expect(part == whole.filter(Set(part).contains), "in the order of the whole") }
            #expect(parts.joined().sorted() == whole.sorted(), "none lost, none doubled")
            #expect(zip(plans, parts).allSatisfy { $0.elsewhere == whole.count - $1.count })
            #expect(Set(plans.map(\.balance)).count == 1 && (plans[0].balance == nil) == (source == nil))
            #expect(plans.reduce(0) { $0 + $1.unsupported.count } == 1)
        }
    }

    @Test("without a record the cases count")
    func withoutRecord() throws {
        let registry = try Self.registry([9, 1, 4, 4])
        let plans = try Self.plans(registry, .cases, count: 2)
        #expect(plans.map { $0.slots.count } == [9, 9])
    }

    @Test("an unknown class weighs what the middle one does")
    func unknownClass() throws {
        let registry = try Self.registry([1, 1, 1, 1])
        // 100, 30, 20 and unknown, which is 30.
        let plans = try Self.plans(registry, .record(Self.record([100, 30, 20], of: registry)), count: 2)
        #expect(plans[0].units.map(\.classIndex) == [0])
        #expect(Set(plans[1].units.map(\.classIndex)) == [1, 2, 3])
    }

    @Test("a part of a class weighs its part")
    func partOfClass() throws {
        let registry = try Self.registry([100, 1, 1])
        let record = Self.record([1000, 30, 20], of: registry)
        let selection = try Selection(identities: ["B/M.C0/test7", "M.C1", "M.C2"], in: registry)
        let first = PlanBuilder.plan(
            registry, selection: selection, focus: .all, seed: 1, shard: Shard(index: 1, count: 2),
            balance: .record(record))
        // 30 in one, 20 and a hundredth of 1000 in the other.
        #expect(first.units.map(\.classIndex) == [1])
    }

    @Test("whatever a record says is dealt out")
    func anyRecord() throws {
        let registry = try Self.registry([3, 3, 3])
        let largest = FileNumber.duration.range.upperBound
        for durations in [[largest, largest, largest], [0, 0, 0]] as [[UInt64]] {
            var record = Self.record(durations, of: registry)
            record.classes[1].count = Int(FileNumber.count.range.upperBound)
            let plans = try Self.plans(registry, .record(record), count: 2)
            #expect(plans.reduce(0) { $0 + $1.slots.count } == 9)
        }
    }
}
