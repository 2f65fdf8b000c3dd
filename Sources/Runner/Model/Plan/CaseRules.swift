// SPDX-License-Identifier: MIT

import RunnerSupport

/// The rules of configuration files as they are for the cases of a registry.
///
/// Each rule is matched once with each identity. The limits, endings and resources that rules give to cases go to the registry, as
/// facts like those that suites state; the rest stays here.
public struct CaseRules: Sendable {
    /// The rules of cases: those that match an identity, in one; many cases have the same.
    private var settings: [TestRule] = []
    /// Which of them a case has, or an example.
    private var places: [Plan.Slot: Int] = [:]
    /// The usual durations of cases that may be too slow, in nanoseconds.
    private(set) var usual: [Plan.Slot: UInt64] = [:]
    /// The rules that match no test.
    public private(set) var unmatched: [TestRule] = []
    /// Whether rules say something of results that are final.
    public private(set) var judgesFinalResults = false

    /// No rules.
    public init() {}

    /// Matches rules with the cases of a registry; what suites state is weaker.
    ///
    /// - Parameter sets: The tests of the sets that rules name.
    public init(
        _ rules: [TestRule], in registry: inout Registry, _ files: [BundleFile], sets: [TestSet: Set<String>] = [:]
    ) {
        let rules = rules.compactMap { rule in rule.filter.map { ($0.resolved(sets), rule) } }
        if rules.isEmpty { return }
        var known: [[Int]: Int] = [:]
        var used: Set<Int> = []
        for index in registry.cases.indices {
            let classIndex = registry.cases[index].classIndex
            let (path, tags) = (files[registry.classes[classIndex].bundle].path, registry.tags(ofCase: index))
            let stated = rules.indices.filter { rules[$0].1.speaks(of: path) }
            func settings(of identity: String) -> Int? {
                let matching = stated.filter { rules[$0].0.matches(identity, tags: tags) }
                guard let first = matching.first else { return nil }
                if let place = known[matching] { return place }
                used.formUnion(matching)
                self.settings.append(matching.dropFirst().reduce(into: rules[first].1) { $0.add(rules[$1].1) })
                known[matching] = self.settings.count - 1
                return self.settings.count - 1
            }
            let own = settings(of: registry.identity(ofCase: index))
            if let own {
                let rule = self.settings[own]
                if let timeout = rule.timeout { registry.limits[index] = UInt64(timeout * 1e9) }
                if let ending = rule.ending { registry.endings[index] = ending }
                if let tasks = rule.tasks { registry.taskSources[index] = tasks }
                if rule.keepsRunning == true { registry.keepsRunning.insert(index) }
                if rule.concurrency == .framework { registry.runTogether(index) }
                registry.resources.add(rule.resources, toClass: classIndex)
                registry.resources.add(slots: rule.slots ?? 1, toClass: classIndex)
            }
            for slot in registry.slots(ofCase: index) {
                places[slot] = slot.example == nil ? own : settings(of: registry.identity(of: slot))
            }
        }
        // A set may be empty today.
        unmatched = rules.indices.filter { !used.contains($0) && rules[$0].0.sets.isEmpty }.map { rules[$0].1 }
        judgesFinalResults = settings.contains { $0.flaky == .fail || $0.slow != nil }
    }

    /// Whether nothing is said of any case.
    public var isEmpty: Bool { places.isEmpty }

    /// The rule of a case; nil where there is none.
    subscript(_ slot: Plan.Slot) -> TestRule? { places[slot].map { settings[$0] } }

    /// The most further attempts that rules give to cases.
    public var retryLimit: Int { settings.compactMap(\.retry).max() ?? 0 }

    /// The number of further attempts of a case, where a rule has one.
    public func retries(of slot: Plan.Slot) -> Int? { self[slot]?.retry }

    /// The wait before a further attempt of a case; nil if no rule has one.
    public func retryDelay(of slot: Plan.Slot) -> RetryDelay? { self[slot]?.retryDelay }

    /// Looks up the usual durations of the cases of a plan that may be too slow.
    ///
    /// - Parameter durations: The usual durations of tests in nanoseconds, of those whose identities it is given; asked if a rule
    ///   speaks of what is slow.
    public mutating func lookUpUsual(
        for plan: Plan, in registry: Registry, _ durations: (Set<String>) -> [String: UInt64]
    ) {
        if !settings.contains(where: { $0.slow != nil }) { return }
        let watched = plan.slots.filter { self[$0]?.slow != nil }.map { ($0, registry.identity(of: $0)) }
        let known = durations(Set(watched.map(\.1)))
        usual = Dictionary(uniqueKeysWithValues: watched.compactMap { slot, name in known[name].map { (slot, $0) } })
    }

    /// Whether a rule lets the failures of a case fail nothing.
    public func forgives(_ slot: Plan.Slot) -> Bool {
        switch self[slot]?.treatment {
        case .quarantine, .knownFailing: true
        case .skip, nil: false
        }
    }

    /// The reason why a case is not to run, where a rule has one.
    public func skipReason(of slot: Plan.Slot) -> NotRunReason? {
        guard case .skip(let reason) = self[slot]?.treatment else { return nil }
        return .configured(reason)
    }

    /// A plan in which the cases that rules skip are among those that do not run here.
    public func planned(_ plan: Plan) -> Plan {
        settings.contains { $0.treatment != nil } ? plan.keeping { skipReason(of: $0) == nil } : plan
    }
}

extension Plan {
    /// The plan with some of its cases, in their order; the others are among those that do not run here.
    public func keeping(_ isKept: (Slot) -> Bool) -> Plan {
        let gone = self.slots.filter { !isKept($0) }
        if gone.isEmpty { return self }
        var (units, slots): ([Unit], [Slot]) = ([], [])
        for unit in self.units {
            let start = slots.count
            slots += self.slots[unit.slots].filter(isKept)
            if slots.count > start {
                units.append(
                    Unit(classIndex: unit.classIndex, runGroup: unit.runGroup, slots: start..<slots.count))
            }
        }
        var plan = Plan(
            seed: seed, units: units, slots: slots, unsupported: unsupported + gone, focus: focus,
            filteredOut: filteredOut)
        (plan.shard, plan.elsewhere, plan.balance, plan.isLedByFailures) = (shard, elsewhere, balance, isLedByFailures)
        plan.noTests = noTests
        return plan
    }
}
