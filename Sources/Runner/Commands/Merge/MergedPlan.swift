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
    /// What the files have of single cases: which are in several, which clash, and each by name.
    let arranged: PlanArranger
    /// The classes by identity.
    private let gathered: GatheredPlan

    /// Makes registry and plan of what was gathered, and of the cases that the files report.
    init(
        _ gathered: GatheredPlan, _ runs: [EventRun], memoryLimit: Int = SpillableArray<UInt8>.spillLimit
    ) throws(SystemFault) {
        (arranged, self.gathered) = (try PlanArranger(gathered, runs.map(\.source), memoryLimit: memoryLimit), gathered)
        var registry = arranged.registry
        registry.warnings = runs.flatMap { $0.start?.warnings ?? [] }
        plan = Self.plan(registry, runs)
        self.registry = registry
    }

    /// Why not all that was kept in files could be read; nil where it could.
    var fault: SystemFault? {
        registry.cases.fault ?? registry.examples.fault ?? registry.caseNames.fault ?? registry.caseDescriptions.fault
            ?? arranged.index.entries.fault
    }

    /// How many bytes about single cases are in memory at most, besides the plan's slots: no more for more cases.
    var heldSize: Int {
        registry.cases.heldSize + registry.examples.heldSize + registry.caseNames.heldSize
            + registry.caseDescriptions.heldSize + arranged.index.entries.heldSize
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
        gathered.firstOwner(of: identity) { owner, name in
            arranged.index.find(name, inClass: owner) { isEqual($0, name) }.map(target(of:))
        } ?? gathered.find(class: identity).map(Target.unit)
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
