// SPDX-License-Identifier: MIT

import RunnerSupport

/// The rules of configuration files as they are for the cases of a plan: each case has those that match its identity, of which
/// the last has the last word on each thing.
package struct CaseRules: Sendable {
    /// How many more attempts a case has, where a rule says so.
    package private(set) var retries: [Plan.Slot: Int] = [:]
    /// What becomes of a case's result, where a rule says so.
    private(set) var treatments: [Plan.Slot: TestRule.Treatment] = [:]
    /// The cases that count as failed if they pass at a further attempt.
    private(set) var failingIfFlaky: Set<Plan.Slot> = []
    /// The usual duration of a case in nanoseconds, and how many times as long it may take, where a rule says so.
    private(set) var slow: [Plan.Slot: (usual: UInt64, factor: Double)] = [:]

    /// No rules.
    package init() {}

    /// Looks up the rules for the cases of a plan.
    ///
    /// - Parameter usual: The usual durations of tests in nanoseconds, of those whose identities it is given; asked if a rule
    ///   speaks of what is slow.
    package init(
        _ rules: [TestRule], for plan: Plan, in registry: Registry, _ files: [BundleFile],
        usual: (Set<String>) -> [String: UInt64] = { _ in [:] }
    ) {
        let rules = Self.compiled(rules)
        if rules.isEmpty { return }
        var factors: [Plan.Slot: Double] = [:]
        for slot in plan.slots {
            let identity = plan.identity(of: slot, in: registry)
            let path = Self.path(ofCase: Int(slot.caseIndex), registry, files)
            let tags = registry.tags(ofCase: Int(slot.caseIndex))
            for (filter, rule) in rules where rule.speaks(of: path) && filter.matches(identity, tags: tags) {
                if let retry = rule.retry { retries[slot] = retry }
                if let treatment = rule.treatment { treatments[slot] = treatment }
                if let flaky = rule.flaky {
                    if flaky == .fail { failingIfFlaky.insert(slot) } else { failingIfFlaky.remove(slot) }
                }
                if let factor = rule.slow { factors[slot] = factor }
            }
        }
        if factors.isEmpty { return }
        let identities = factors.keys.map { ($0, plan.identity(of: $0, in: registry)) }
        let durations = usual(Set(identities.map(\.1)))
        for (slot, identity) in identities {
            if let usual = durations[identity], let factor = factors[slot] { slow[slot] = (usual, factor) }
        }
    }

    /// The rules with their patterns, which were read before.
    static func compiled(_ rules: [TestRule]) -> [(NameFilter, TestRule)] {
        rules.compactMap { rule in (try? NameFilter(rule.pattern)).map { ($0, rule) } }
    }

    /// Gives the cases of a registry the time limits that rules state; those that suites state are weaker.
    package static func limit(_ registry: inout Registry, by rules: [TestRule], _ files: [BundleFile]) {
        let stated = compiled(rules).filter { $0.1.timeout != nil }
        if stated.isEmpty { return }
        for index in registry.cases.indices {
            let identity = registry.identity(ofCase: index)
            let path = Self.path(ofCase: index, registry, files)
            let tags = registry.tags(ofCase: index)
            for (filter, rule) in stated where rule.speaks(of: path) && filter.matches(identity, tags: tags) {
                registry.limits[index] = rule.timeout.map { UInt64($0 * 1e9) }
            }
        }
    }

    /// The path of a case's bundle.
    static func path(ofCase index: Int, _ registry: Registry, _ files: [BundleFile]) -> String {
        files[registry.classes[registry.cases[index].classIndex].bundle].path
    }

    /// Why a case is not to run, where a rule says that.
    package func skipReason(of slot: Plan.Slot) -> NotRunReason? {
        guard case .skip(let reason) = treatments[slot] else { return nil }
        return .configured(reason)
    }

    /// A plan in which the cases that rules skip are among those that do not run here.
    package func planned(_ plan: Plan) -> Plan {
        treatments.isEmpty ? plan : plan.keeping { skipReason(of: $0) == nil }
    }
}

extension Plan {
    /// The plan with some of its cases, in their order; the others are among those that do not run here.
    func keeping(_ isKept: (Slot) -> Bool) -> Plan {
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
        return plan
    }
}
