// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The registry and the plan of several runs, made again from what their event files say of them.
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
    /// Whether some case is in the plans of several files.
    let hasOverlap: Bool
    /// The identities that several tests have; the first of them.
    let clashes: [PlanArranger.Clash]
    /// How many there are.
    let clashCount: Int

    /// The classes by identity.
    private let names: GatheredPlan
    /// The cases and examples by name.
    private let index: NameIndex

    /// Makes registry and plan of what was gathered, and of the cases that the files report.
    init(
        _ gathered: GatheredPlan, _ runs: [EventRun], memoryLimit: Int = SpillableArray<UInt8>.spillLimit
    ) throws(SystemFault) {
        let arranged = try PlanArranger(gathered, runs.map(\.source), memoryLimit: memoryLimit)
        var registry = Registry()
        (hasOverlap, clashes, clashCount) = (arranged.hasOverlap, arranged.clashes, arranged.clashCount)
        let bundles = Set(gathered.classes.map(\.bundle)).sorted()
        let files = Dictionary(uniqueKeysWithValues: bundles.enumerated().map { ($1, $0) })
        registry.bundles = bundles.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        (registry.bytes, registry.caseNames, registry.tagSets) = (gathered.bytes, arranged.names, arranged.tagSets)
        (registry.cases, registry.examples) = (arranged.cases, arranged.examples)
        registry.caseDescriptions = arranged.descriptions
        for (index, own) in gathered.classes.enumerated() {
            var made = Registry.Class(
                bundle: files[own.bundle] ?? 0, index: UInt32(index), name: own.name, file: own.file,
                line: own.line, superclass: own.superclass, flags: 0, declaredSupport: 0,
                cases: arranged.ranges[index], runGroup: own.runGroup)
            (made.isFocused, made.isAbstract, made.tags) = (own.isFocused, !own.isRecorded, own.tags)
            let description = Description(title: own.title, identity: own.foreignIdentity)
            if !description.isEmpty { registry.classDescriptions[index] = description }
            registry.classes.append(made)
        }
        registry.warnings = runs.flatMap { $0.start?.warnings ?? [] }
        plan = Self.plan(registry, runs)
        (names, index) = (gathered, arranged.index)
        self.registry = registry
    }

    /// Why not all that was kept in files could be read; nil where it could.
    var fault: SystemFault? {
        registry.cases.fault ?? registry.examples.fault ?? registry.caseNames.fault ?? registry.caseDescriptions.fault
            ?? index.entries.fault
    }

    /// How many bytes about single cases are in memory at most, besides the plan's slots: no more for more cases.
    var heldSize: Int {
        registry.cases.heldSize + registry.examples.heldSize + registry.caseNames.heldSize
            + registry.caseDescriptions.heldSize + index.entries.heldSize
    }

    // MARK: Looking up

    /// How many numbers `number(of:)` gives.
    var numberCount: Int { registry.slotNumberCount }

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
        names.firstOwner(of: identity) { owner, name in
            index.find(name, inClass: owner) { isEqual($0, name) }.map(target(of:))
        } ?? names.find(class: identity).map(Target.unit)
    }

    /// The target that an entry of the index represents.
    private func target(of entry: NameIndex.Entry) -> Target {
        if entry.example != NameIndex.Entry.noExample {
            return .slot(Plan.Slot(caseIndex: entry.caseIndex, exampleIndex: entry.example))
        }
        let own = registry.cases[Int(entry.caseIndex)]
        if own.isParameterised, !own.examples.isEmpty { return .examples(of: Int(entry.caseIndex)) }
        return .slot(Plan.Slot(caseIndex: entry.caseIndex, exampleIndex: TESTKIT_NO_EXAMPLE))
    }

    /// Whether a name is that of an entry of the index: "case", or "case[example]".
    private func isEqual(_ entry: NameIndex.Entry, _ name: ArraySlice<UInt8>) -> Bool {
        let own = registry.cases[Int(entry.caseIndex)]
        let start = registry.characters(own.name)
        if entry.example == NameIndex.Entry.noExample { return name.elementsEqual(start) }
        let example = registry.characters(registry.examples[own.examples.lowerBound + Int(entry.example)])
        let bracketed = name.dropFirst(start.count)
        return name.starts(with: start) && bracketed.first == Identity.begin && bracketed.last == Identity.end
            && bracketed.dropFirst().dropLast().elementsEqual(example)
    }

    // MARK: The plan

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
        return Plan(
            seed: starts.first?.seed ?? 0, units: units, slots: planned, unsupported: unsupported, focus: focus,
            filteredOut: starts.map(\.notSelected).max() ?? 0)
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
