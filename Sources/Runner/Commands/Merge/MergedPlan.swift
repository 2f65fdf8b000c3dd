// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The registry and the plan of several runs, rebuilt from their event files.
final class MergedPlan {
    /// The target of an identity.
    enum Target: Equatable {
        /// A case, or an example of one.
        case slot(Plan.Slot)
        /// A case with examples, all of them.
        case examples(of: Int)
        /// A class, by registry index.
        case unit(Int)
    }

    /// The classes.
    let registry: Registry
    /// The plan of the merged run.
    let plan: Plan
    /// The plans of the files: which cases are in several, which clash, and each by identity.
    let gathered: GatheredPlan
    /// The registry's number of each gathered case.
    private let numbers: [UInt32]

    /// Makes registry and plan of what was gathered.
    init(_ gathered: GatheredPlan, _ runs: [EventRun]) {
        var (registry, numbers) = Self.registry(gathered)
        registry.warnings = runs.flatMap { $0.start?.warnings ?? [] }
        plan = Self.plan(registry, runs)
        (self.registry, self.gathered, self.numbers) = (registry, gathered, numbers)
    }

    // MARK: Looking up

    /// A number for each slot, small enough for an array.
    func number(of slot: Plan.Slot) -> Int { registry.number(of: slot) }

    /// The slots that an identity means.
    func slots(of target: Target) -> [Plan.Slot] {
        switch target {
        case .slot(let slot): [slot]
        case .examples(let index): registry.slots(ofCase: index)
        case .unit: []
        }
    }

    /// Returns the target of an identity; nil if no file has it in its plan.
    func target(_ identity: ArraySlice<UInt8>) -> Target? {
        guard let found = gathered.find(identity) else { return gathered.find(class: identity).map(Target.unit) }
        let slot = Plan.Slot(caseIndex: numbers[Int(found.caseIndex)], exampleIndex: found.exampleIndex)
        if slot.example != nil { return .slot(slot) }
        let own = registry.cases[Int(slot.caseIndex)]
        return own.isParameterised && !own.examples.isEmpty ? .examples(of: Int(slot.caseIndex)) : .slot(slot)
    }

    // MARK: Registry and plan

    /// Makes the registry, in which the cases of a class are side by side, and the number of each gathered case there.
    private static func registry(_ gathered: GatheredPlan) -> (Registry, numbers: [UInt32]) {
        var (registry, numbers) = (Registry(), Array(repeating: UInt32(0), count: gathered.cases.count))
        (registry.bytes, registry.tagSets) = (gathered.bytes, gathered.tagSets)
        let bundles = Set(gathered.classes.map(\.bundle)).sorted()
        registry.bundles = bundles.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        registry.cases.reserveCapacity(numbers.count)
        for (index, owner) in gathered.classes.enumerated() {
            let first = registry.cases.count
            for place in owner.cases {
                let (entry, number) = (gathered.cases[place], registry.cases.count)
                let firstExample = registry.examples.count
                numbers[place] = UInt32(number)
                registry.examples += entry.examples
                registry.caseDescriptions[number] = gathered.descriptions[place]
                registry.cases.append(
                    Registry.Case(
                        classIndex: index, ownerIndex: UInt32(index), index: UInt32(number), flags: entry.flags,
                        line: entry.line, name: entry.name, file: entry.file,
                        examples: firstExample..<registry.examples.count, isSupported: !entry.isRefusedEverywhere,
                        tags: entry.tags))
            }
            var made = Registry.Class(
                bundle: bundles.firstIndex(of: owner.bundle) ?? 0, index: UInt32(index), name: owner.name,
                file: owner.file, line: owner.line, superclass: owner.superclass, flags: 0, declaredSupport: 0,
                cases: first..<registry.cases.count, runGroup: owner.runGroup)
            (made.isFocused, made.isAbstract, made.tags) = (owner.isFocused, !owner.isRecorded, owner.tags)
            registry.classes.append(made)
            if !owner.description.isEmpty { registry.classDescriptions[index] = owner.description }
        }
        return (registry, numbers)
    }

    /// Makes the plan: run groups ascend, and within one the files' classes follow each other.
    private static func plan(_ registry: Registry, _ runs: [EventRun]) -> Plan {
        var (units, planned, unsupported) = ([Plan.Unit](), [Plan.Slot](), [Plan.Slot]())
        planned.reserveCapacity(registry.slotNumberCount)
        let sorted = registry.classes.indices.sorted {
            (registry.classes[$0].runGroup, $0) < (registry.classes[$1].runGroup, $1)
        }
        for index in sorted {
            let start = planned.count
            for item in registry.classes[index].cases {
                if registry.cases[item].isSupported {
                    planned += registry.slots(ofCase: item)
                } else {
                    unsupported += registry.slots(ofCase: item)
                }
            }
            guard planned.count > start else { continue }
            units.append(
                Plan.Unit(
                    classIndex: index, runGroup: registry.classes[index].runGroup, slots: start..<planned.count))
        }
        let starts = runs.compactMap(\.start)
        var focus = FocusEffect()
        focus.isNarrowed = starts.contains(where: \.isFocused)
        focus.leftOut = starts.map(\.leftOutByFocus).max() ?? 0
        if focus.isNarrowed { focus.bundles = focusedBundles(registry) }
        var plan = Plan(
            seed: starts.first?.seed ?? 0, units: units, slots: planned, unsupported: unsupported, focus: focus,
            filteredOut: starts.map(\.notSelected).max() ?? 0)
        // A part by itself is shown as one, which may be empty.
        if starts.count == 1, let start = starts.first, let shard = start.shard.flatMap(Shard.init(text:)) {
            (plan.shard, plan.elsewhere) = (shard, start.allCases - start.cases)
        }
        // All runs together may do what each of them allowed.
        let allowed = Set(starts.map(\.noTests))
        if allowed.count == 1, let noTests = allowed.first { plan.noTests = noTests }
        return plan
    }

    /// The bundles with a class or a case that asks for focus.
    private static func focusedBundles(_ registry: Registry) -> [String] {
        let indices = registry.classes.indices.filter { index in
            let own = registry.classes[index]
            return own.isFocused || own.cases.contains { registry.cases[$0].isFocused }
        }
        return Set(indices.map { registry.bundleName(of: $0) }).sorted()
    }
}
