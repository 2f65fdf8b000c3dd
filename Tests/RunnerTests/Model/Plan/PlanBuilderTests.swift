// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The plan: rules 7 to 13 of the semantics, named by number.
struct PlanBuilderTests {
    /// A class's name asks for focus.
    static let focused = TESTKIT_CLASS_FOCUSED.rawValue

    /// Plans a run and returns its identities, in order.
    func identities(
        _ registry: Registry, _ focus: FocusReach = .all, seed: UInt64 = 1, filters: [String] = [],
        skips: [String] = []
    ) throws -> [String] {
        let plan = try plan(registry, focus, seed: seed, filters: filters, skips: skips)
        return plan.slots.map { registry.identity(of: $0) }
    }

    /// Plans a run.
    func plan(
        _ registry: Registry, _ focus: FocusReach = .all, seed: UInt64 = 1, filters: [String] = [],
        skips: [String] = []
    ) throws -> Plan {
        let selection = try Selection(
            filters: filters.map { try NameFilter($0) }, skips: skips.map { try NameFilter($0) }, in: registry)
        return PlanBuilder.plan(registry, selection: selection, focus: focus, seed: seed)
    }

    // MARK: Order

    /// Three run groups, with several classes in the middle one.
    private static func groups() throws -> Registry {
        try Registry.of(
            [FakeClass("M.Late", ["testA"], group: 2), FakeClass("M.Early", ["testA"], group: 0)]
                + ["C", "A", "D", "B"].map { FakeClass("M.\($0)", ["testY", "testX"]) })
    }

    @Test("without shuffling all is in its declared order and groups ascend")
    func declaredOrder() throws {
        let registry = try Self.groups()
        let plan = PlanBuilder.plan(
            registry, selection: try Selection(in: registry), focus: .all, seed: 5,
            order: PlanBuilder.Order(isShuffled: false))
        #expect(
            plan.slots.map { registry.identity(of: $0) } == [
                "B/M.Early/testA", "B/M.C/testY", "B/M.C/testX", "B/M.A/testY", "B/M.A/testX", "B/M.D/testY",
                "B/M.D/testX", "B/M.B/testY", "B/M.B/testX", "B/M.Late/testA",
            ])
    }

    @Test(
        "what is to come first does within its group and the rest keeps its order",
        arguments: 1...8 as ClosedRange<UInt64>)
    func comesFirst(seed: UInt64) throws {
        let registry = try Self.groups()
        let selection = try Selection(in: registry)
        let usual = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: seed)
        let failed = ["M.A", "M.D", "M.Late"]
        let first = Set(registry.classes.indices.filter { failed.contains(registry.string(registry.classes[$0].name)) })
        let plan = PlanBuilder.plan(
            registry, selection: selection, focus: .all, seed: seed, order: PlanBuilder.Order(first: first))
        var expected: [Int] = []
        for group in [0, 1, 2] as [Int32] {
            let members = usual.units.filter { $0.runGroup == group }.map(\.classIndex)
            expected += members.filter(first.contains) + members.filter { !first.contains($0) }
        }
        #expect(plan.units.map(\.classIndex) == expected)
        for unit in plan.units {
            let twin = try #require(usual.units.first { $0.classIndex == unit.classIndex })
            #expect(plan.slots[unit.slots] == usual.slots[twin.slots])
        }
    }

    @Test(
        "classes of a test executable stay together and others keep their order",
        arguments: 1...20 as ClosedRange<UInt64>)
    func executableClasses(seed: UInt64) throws {
        let classes = ["A", "B", "C", "D"].map { FakeClass("M.\($0)", ["testX"]) }
        let bundles = ["One", "Two", "XT", "YT"].map { ($0, classes) }
        let usual = try identities(Registry.of(bundles), seed: seed)
        let found = try identities(Registry.of(bundles, adapted: ["XT", "YT"]), seed: seed)
        let names = found.map { $0.prefix { $0 != "/" } }
        #expect(names.prefix(8).allSatisfy { $0 == "One" || $0 == "Two" })
        #expect(Set(names[8..<12]).count == 1 && Set(names[12...]).count == 1 && names[8] != names[12])
        for bundle in ["One", "Two", "XT", "YT"] {
            #expect(found.filter { $0.hasPrefix(bundle) } == usual.filter { $0.hasPrefix(bundle) })
        }
    }

    @Test("test executables come in every order")
    func executableOrders() throws {
        let bundles = ["XT", "YT"].map { ($0, [FakeClass("M.A", ["testX"])]) }
        let registry = try Registry.of(bundles, adapted: ["XT", "YT"])
        let orders = try Set((1...20).map { try identities(registry, seed: $0) })
        #expect(orders.count == 2)
    }

    // MARK: Rule 2

    @Test("rule 2: abstract class is never run and its cases run in subclasses")
    func abstractClass() throws {
        let registry = try Registry.of([
            FakeClass("M.Base", ["testA"], flags: TESTKIT_CLASS_ABSTRACT.rawValue), FakeClass("M.Empty"),
            FakeClass("M.One", superclass: 0), FakeClass("M.Two", ["testB"], superclass: 0),
        ])
        #expect(try identities(registry).sorted() == ["B/M.One/testA", "B/M.Two/testA", "B/M.Two/testB"])
    }

    // MARK: Rule 7

    @Test("rule 7: focused case silences its class and all others")
    func focusedCase() throws {
        let registry = try Registry.of([
            FakeClass("M.A", [FakeCase("outlineTestOne", focused: true, examples: ["a", "b"]), "testTwo"]),
            FakeClass("M.B", ["testThree"]),
        ])
        #expect(try identities(registry).sorted() == ["B/M.A/outlineTestOne[a]", "B/M.A/outlineTestOne[b]"])
    }

    @Test("rule 7: narrowest wins in a focused class")
    func narrowestFocus() throws {
        let registry = try Registry.of([
            FakeClass("M.A", [FakeCase("testOne", focused: true), "testTwo"], flags: Self.focused),
            FakeClass("M.B", ["testThree", "testFour"], flags: Self.focused), FakeClass("M.C", ["testFive"]),
        ])
        #expect(try identities(registry).sorted() == ["B/M.A/testOne", "B/M.B/testFour", "B/M.B/testThree"])
    }

    @Test("rule 7: class focus is inherited")
    func inheritedFocus() throws {
        let registry = try Registry.of([
            FakeClass("M.Base", ["testA"], flags: Self.focused | TESTKIT_CLASS_ABSTRACT.rawValue),
            FakeClass("M.Middle", superclass: 0, flags: TESTKIT_CLASS_ABSTRACT.rawValue),
            FakeClass("M.Leaf", ["testB"], superclass: 1), FakeClass("M.Other", ["testC"]),
        ])
        #expect(try identities(registry).sorted() == ["B/M.Leaf/testA", "B/M.Leaf/testB"])
    }

    // MARK: Rule 8

    @Test("rule 8: focus that cannot run does not silence the others")
    func unsupportedFocus() throws {
        let registry = try Registry.of([
            FakeClass("M.A", [FakeCase("testX_There", focused: true), "testY"]),
            FakeClass("M.B_There", ["testZ"], flags: Self.focused),
        ])
        #expect(try identities(registry) == ["B/M.A/testY"])
        let effect = try plan(registry).focus
        #expect(!effect.isNarrowed)
        #expect(
            effect.ineffective == [
                "B/M.A/testX_There (its platform There is not current)",
                "B/M.B_There (its platform There is not current)",
            ])
    }

    @Test("rule 8: focus that is filtered out does not count")
    func filteredFocus() throws {
        let registry = try Registry.of([FakeClass("M.A", [FakeCase("testX", focused: true), "testY"])])
        #expect(try identities(registry, skips: ["testX"]) == ["B/M.A/testY"])
        #expect(try plan(registry, skips: ["testX"]).focus.ineffective == ["B/M.A/testX (it is not selected)"])
        #expect(try plan(registry, skips: ["testX"]).filteredOut == 1)
    }

    @Test("rule 8: focus on an abstract class without subclasses is named")
    func fruitlessFocus() throws {
        let abstract = TESTKIT_CLASS_ABSTRACT.rawValue
        let registry = try Registry.of([
            FakeClass("M.A", ["testX"], flags: Self.focused | abstract),
            FakeClass("M.B", [FakeCase("testY", focused: true)], flags: abstract), FakeClass("M.C", ["testZ"]),
        ])
        #expect(try identities(registry) == ["B/M.C/testZ"])
        #expect(
            try plan(registry).focus.ineffective == [
                "B/M.A (it is abstract and no subclass runs)", "B/M.B/testY (it is abstract and no subclass runs)",
            ])
    }

    @Test("rule 8: focus that reaches a running subclass is effective")
    func subclassFocus() throws {
        let registry = try Registry.of([
            FakeClass(
                "M.Base", [FakeCase("testX", focused: true)], flags: Self.focused | TESTKIT_CLASS_ABSTRACT.rawValue),
            FakeClass("M.Leaf", ["testY"], superclass: 0),
        ])
        #expect(try identities(registry) == ["B/M.Leaf/testX"])
        #expect(try plan(registry).focus.ineffective.isEmpty)
    }

    // MARK: Rule 9

    @Test("rule 9: a focus narrows the whole run, its own bundle, or nothing", arguments: ["all", "bundle", "ignore"])
    func reach(name: String) throws {
        let reach = try #require(FocusReach(rawValue: name))
        let registry = try Registry.of([
            ("One", [FakeClass("M.A", [FakeCase("testX", focused: true), "testY"])]),
            ("Two", [FakeClass("M.A", ["testX", "testY"])]),
        ])
        let (found, effect) = (try identities(registry, reach).sorted(), try plan(registry, reach).focus)
        switch reach {
        case .all:
            #expect(found == ["One/M.A/testX"])
            #expect(effect == FocusEffect(isNarrowed: true, leftOut: 3, bundles: ["One"]))
        case .bundle:
            #expect(found == ["One/M.A/testX", "Two/M.A/testX", "Two/M.A/testY"])
            #expect(effect == FocusEffect(isNarrowed: true, leftOut: 1, bundles: ["One"]))
        case .ignore: #expect(found.count == 4 && effect == FocusEffect(ignored: 1))
        }
    }

    // MARK: Rules 10 and 11

    @Test("rule 10: nearest suffix in the chain decides")
    func nearestSuffix() throws {
        let registry = try Registry.of([
            FakeClass("M.Base_There", ["testA"]), FakeClass("M.Here_Here", superclass: 0),
            FakeClass("M.Plain", superclass: 0), FakeClass("M.PlainUnderHere", superclass: 1),
        ])
        #expect(try identities(registry).sorted() == ["B/M.Here_Here/testA", "B/M.PlainUnderHere/testA"])
        #expect(try plan(registry).unsupported.count == 2)
    }

    @Test("rule 10: what the bundle says comes before the suffix")
    func bundleSupport() throws {
        var yes: FakeCase = "testYes_There"
        yes.support = TESTKIT_SUPPORTED.rawValue
        var no: FakeCase = "testNo_Here"
        no.support = TESTKIT_UNSUPPORTED.rawValue
        var closed = FakeClass("M.Closed_Here", ["testC"])
        closed.support = TESTKIT_UNSUPPORTED.rawValue
        let registry = try Registry.of([FakeClass("M.A", [yes, no]), closed])
        #expect(try identities(registry) == ["B/M.A/testYes_There"])
    }

    @Test("rule 11: class without supported case is not supported")
    func unsupportedClass() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX_There"]), FakeClass("M.B", ["testY", "testZ_There"])])
        #expect(registry.classes.map(\.unsupported) == [.noCase, nil])
        let plan = try plan(registry)
        #expect(plan.slots.map { registry.identity(of: $0) } == ["B/M.B/testY"])
        #expect(
            plan.unsupported.map { registry.identity(of: $0) } == ["B/M.A/testX_There", "B/M.B/testZ_There"])
    }

    // MARK: Rule 12

    @Test("rule 12: run groups ascend and are inherited")
    func runGroups() throws {
        let registry = try Registry.of([
            FakeClass("M.Late", ["testA"], group: 7), FakeClass("M.Default", ["testA"]),
            FakeClass("M.Early", ["testA"], group: -3), FakeClass("M.LateToo", superclass: 0),
            FakeClass("M.Own", superclass: 0, group: 1),
        ])
        for seed in 0..<32 as Range<UInt64> {
            let plan = try plan(registry, seed: seed)
            #expect(plan.units.map(\.runGroup) == [-3, 1, 1, 7, 7])
        }
    }

    @Test("rule 12: examples of a case stay together")
    func examples() throws {
        let registry = try Registry.of([
            FakeClass("M.A", ["testX", FakeCase("outlineTestY", examples: ["1", "2", "3", "4"]), "testZ"])
        ])
        var orders: Set<[String]> = []
        for seed in 0..<64 as Range<UInt64> {
            let names = try identities(registry, seed: seed)
            let places = names.indices.filter { names[$0].hasSuffix("]") }
            #expect(places == Array(places[0]..<places[0] + 4))
            orders.insert(places.map { names[$0] })
        }
        #expect(orders.count > 12)
    }

    @Test("rule 14: case without examples stays to fail")
    func withoutExamples() throws {
        let registry = try Registry.of([FakeClass("M.A", [FakeCase("outlineTestX", examples: [])])])
        #expect(try plan(registry).slots.map(\.exampleIndex) == [TESTKIT_NO_EXAMPLE])
    }

    /// A registry of a few bundles, with run groups and a focus on one class.
    static func many(focusing: Bool = false, extra: Bool = false) throws -> Registry {
        func classes(_ letter: String) -> [FakeClass] {
            (1...5).map { number in
                let flags = focusing && number == 2 ? focused : 0
                return FakeClass("\(letter).C\(number)", ["testA", "testB", "testC", "testD"], flags: flags)
            }
        }
        let bundles = [("One", classes("M")), ("Two", classes("N"))]
        return try Registry.of(extra ? [("Extra", classes("M"))] + bundles + [("Zwei", classes("N"))] : bundles)
    }

    @Test("rule 12: leaving out and adding never changes the order of the rest", arguments: [1, 2, 3, 99] as [UInt64])
    func stableOrder(seed: UInt64) throws {
        let whole = try identities(Self.many(), seed: seed)
        func isSubsequence(_ part: [String]) -> Bool {
            let kept = Set(part)
            return whole.filter(kept.contains) == part
        }
        let filtered = try identities(Self.many(), seed: seed, filters: ["re:C[135]"], skips: ["testB"])
        #expect(filtered.count == 18 && isSubsequence(filtered))
        let focused = try identities(Self.many(focusing: true), seed: seed)
        #expect(focused.count == 8 && isSubsequence(focused))
        let added = try identities(Self.many(extra: true), seed: seed)
        #expect(added.count == 80)
        #expect(added.filter(Set(whole).contains) == whole)
    }

    // MARK: Rule 13

    @Test("rule 13: every permutation of four turns up")
    func permutations() throws {
        let registry = try Registry.of((1...4).map { FakeClass("M.C\($0)", ["testA", "testB", "testC", "testD"]) })
        var classes: [[Int]: Int] = [:]
        var cases: [[UInt32]: Int] = [:]
        for seed in 0..<960 as Range<UInt64> {
            let plan = try plan(registry, seed: seed)
            classes[plan.units.map(\.classIndex), default: 0] += 1
            let unit = try #require(plan.units.first { $0.classIndex == 2 })
            cases[plan.slots[unit.slots].map { registry.cases[Int($0.caseIndex)].index }, default: 0] += 1
        }
        // 40 of each are to be expected; 6 standard deviations of that are 37.
        #expect(classes.count == 24 && classes.values.allSatisfy { (3...77).contains($0) })
        #expect(cases.count == 24 && cases.values.allSatisfy { (3...77).contains($0) })
    }

    @Test("rule 13: one seed gives one order")
    func oneSeed() throws {
        let once = try identities(Self.many(), seed: 5)
        #expect(try identities(Self.many(), seed: 5) == once)
        #expect(try identities(Self.many(), seed: 6) != once)
    }
}
