// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// Tags and time limits as bundles state them: what the host reads, refuses, and makes of it by inheritance.
///
/// Rule 28.
struct TraitTests {
    /// A base class, its heir, and a class that states nothing.
    static func bundle() -> [FakeClass] {
        var base = FakeClass("M.Base", ["testA", FakeCase("outlineTestB", examples: ["one", "two"])])
        base.tags = ["network", "network"]
        base.limit = 5
        base.cases[1].tags = ["slow"]
        base.cases[1].limit = 0.25
        var heir = FakeClass("M.Heir", ["testC"], superclass: 0)
        heir.tags = ["flaky"]
        return [base, heir, FakeClass("M.Plain", ["testD"])]
    }

    /// The identities that tag expressions select, sorted.
    func selected(_ wanted: [String], _ skipped: [String] = [], focus: FocusReach = .all) throws -> [String] {
        let registry = try Registry.of(Self.bundle())
        let tags = TagFilter(
            wanted: try wanted.map { try TagExpression($0) }, skipped: try skipped.map { try TagExpression($0) })
        let selection = try Selection(tags: tags, in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: focus, seed: 1)
        return plan.slots.map { String(registry.identity(of: $0).dropFirst(4)) }.sorted()
    }

    @Test("tags add up from the superclass down")
    func inheritedTags() throws {
        let registry = try Registry.of(Self.bundle())
        #expect(registry.classes.map { registry.tagSets[$0.tags] } == [["network"], ["flaky", "network"], []])
        let ofCases = registry.cases.map { "\(registry.string($0.name)): \(registry.tagSets[$0.tags])" }
        #expect(
            ofCases == [
                "testA: [\"network\"]", "outlineTestB: [\"network\", \"slow\"]", "testA: [\"flaky\", \"network\"]",
                "outlineTestB: [\"flaky\", \"network\", \"slow\"]", "testC: [\"flaky\", \"network\"]", "testD: []",
            ])
    }

    @Test("selection")
    func selection() throws {
        #expect(try selected(["slow and not flaky"]) == ["Base/outlineTestB[one]", "Base/outlineTestB[two]"])
        #expect(try selected(["flaky"], ["slow"]) == ["Heir/testA", "Heir/testC"])
        #expect(try selected([], ["network"]) == ["Plain/testD"])
        #expect(try selected(["flaky and slow", "not network"]).count == 3)
        #expect(try selected(["unknown"]).isEmpty)
    }

    @Test("rule 8: a focus that tags leave out does not count")
    func leftOutFocus() throws {
        var classes = Self.bundle()
        classes[0].cases[0] = FakeCase("testA", focused: true)
        let registry = try Registry.of(classes)
        let selection = try Selection(tags: TagFilter(skipped: [try TagExpression("network")]), in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
        #expect(plan.slots.map { registry.identity(of: $0) } == ["B/M.Plain/testD"])
        #expect(!plan.focus.isNarrowed)
        #expect(plan.focus.ineffective.contains("B/M.Base/testA (it is not selected)"))
    }

    @Test("rule 12: tags leave the order of the rest as it was")
    func order() throws {
        let registry = try Registry.of(Self.bundle())
        func plan(_ tags: TagFilter, seed: UInt64) throws -> [Plan.Slot] {
            let selection = try Selection(tags: tags, in: registry)
            return PlanBuilder.plan(registry, selection: selection, focus: .all, seed: seed).slots
        }
        for seed in 1...20 as ClosedRange<UInt64> {
            let some = try plan(TagFilter(wanted: [try TagExpression("network")]), seed: seed)
            let all = try plan(TagFilter(), seed: seed)
            #expect(some == all.filter { $0.caseIndex != 5 } && some.count == 7)
        }
    }

    @Test("the nearest limit counts")
    func nearestLimit() throws {
        let registry = try Registry.of(Self.bundle())
        #expect(registry.classes.map(\.limit) == [5_000_000_000, 5_000_000_000, nil])
        let limits = registry.cases.indices.map { registry.limits[$0] }
        #expect(limits == [5_000_000_000, 250_000_000, 5_000_000_000, 250_000_000, 5_000_000_000, nil])
        var classes = Self.bundle()
        classes[1].limit = 7
        let other = try Registry.of(classes)
        #expect(other.classes.map(\.limit) == [5_000_000_000, 7_000_000_000, nil])
        let plan = PlanBuilder.plan(other, selection: try Selection(in: other), focus: .all, seed: 3)
        let stated = TimeLimits(of: plan, in: other)
        for (unit, entry) in plan.units.enumerated() {
            #expect(stated.limit(ofUnit: UInt32(unit), slot: nil) == other.classes[entry.classIndex].limit)
            for slot in entry.slots {
                let expected = other.limits[Int(plan.slots[slot].caseIndex)]
                #expect(stated.limit(ofUnit: UInt32(unit), slot: UInt32(slot)) == expected)
            }
        }
        #expect(stated.limit(ofUnit: 9, slot: 99) == nil)
    }

    /// The warning of a change of the classes, of which the rest stays; nil if there is none.
    func reason(_ change: (inout [FakeClass]) -> Void) -> String? {
        var classes = Self.bundle()
        change(&classes)
        do {
            let registry = try Registry.of(classes)
            #expect(registry.warnings.count <= 1)
            return registry.warnings.first?.message
        } catch { return "a fault: \((error as? LoadFault)?.reason ?? "\(error)")" }
    }

    @Test(
        "limits that are none",
        arguments: [
            (-1.0, "-1.0"), (0, "0.0"), (.nan, "nan"), (.infinity, "inf"), (1_000_000_001, "1000000001.0"),
        ])
    func badLimits(limit: Double, shown: String) {
        let expected = "time limit: expected a number of seconds greater than 0 and at most 1000000000, got \(shown)"
        #expect(reason { $0[2].limit = limit } == "'M.Plain': \(expected)")
        #expect(reason { $0[2].cases[0].limit = limit } == "'M.Plain/testD': \(expected)")
    }

    @Test("tags that are none")
    func badTags() {
        #expect(reason { $0[2].tags = [""] } == "'M.Plain': tag 0: expected text, got an empty string")
        #expect(reason { $0[2].tags = ["a", nil] } == "'M.Plain': tag 1: expected text, got null")
        #expect(reason { $0[2].cases[0].tags = [nil] } == "'M.Plain/testD': tag 0: expected text, got null")
        let many = (0...1000).map { "\($0)" }
        #expect(reason { $0[2].tags = many } == "'M.Plain': it states 1001 tags; the limit is 1000")
        #expect(reason { $0[2].limit = 1e9 } == nil)
    }

    @Test("names for people and links are those of the class or the case alone")
    func descriptions() throws {
        var classes = Self.bundle()
        classes[0].title = "All that has a base"
        classes[0].cases[0].title = "adds"
        classes[0].cases[0].links = ["https://bugs.example.org/1", "bug:2 a title"]
        let registry = try Registry.of(classes)
        #expect(registry.classDescriptions == [0: Description(title: "All that has a base")])
        // The heir has the case as well.
        let expected = Description(title: "adds", links: ["https://bugs.example.org/1", "bug:2 a title"])
        for index in registry.cases.indices {
            #expect(registry.caseDescriptions[index] == ([0, 2].contains(index) ? expected : nil), "\(index)")
        }
    }

    @Test("names for people and links that are none")
    func badDescriptions() {
        #expect(reason { $0[2].title = "" } == "'M.Plain': title: expected text, got an empty string")
        #expect(reason { $0[2].cases[0].title = "" } == "'M.Plain/testD': title: expected text, got an empty string")
        #expect(reason { $0[2].cases[0].links = [nil] } == "'M.Plain/testD': link 0: expected text, got null")
        let many = (0...1000).map { "\($0)" }
        #expect(
            reason { $0[2].cases[0].links = many } == "'M.Plain/testD': it states 1001 links; the limit is 1000")
    }
}
