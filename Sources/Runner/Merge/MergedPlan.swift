// SPDX-License-Identifier: MIT

import BundleABI

/// The registry and the plan of several runs, made again from what their event files say of them.
struct MergedPlan {
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

    /// The names by which cases are found, in the order in which they were gathered.
    private let names: GatheredPlan
    /// The examples by identity.
    private let examples: IdentityIndex
    /// The case of each example.
    private let caseOfExample: [UInt32]

    /// Makes registry and plan of what was gathered, which becomes part of them.
    init(_ gathered: consuming GatheredPlan, _ runs: [EventRun]) {
        var registry = Registry()
        let ranges = gathered.arrange()
        hasOverlap = gathered.hasOverlap
        let bundles = Set(gathered.classes.map(\.bundle)).sorted()
        let files = Dictionary(uniqueKeysWithValues: bundles.enumerated().map { ($1, $0) })
        registry.bundles = bundles.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        registry.tagSets = gathered.tagSets
        registry.bytes = gathered.bytes
        registry.caseDescriptions = gathered.placedDescriptions
        (registry.cases, registry.examples) = gathered.release()
        for (index, own) in gathered.classes.enumerated() {
            var made = Registry.Class(
                bundle: files[own.bundle] ?? 0, index: UInt32(index), name: own.name, file: own.file,
                line: own.line, superclass: own.superclass, flags: 0, declaredSupport: 0, cases: ranges[index],
                runGroup: own.runGroup)
            (made.isFocused, made.isAbstract, made.tags) = (own.isFocused, !own.isRecorded, own.tags)
            if !own.title.isEmpty { registry.classDescriptions[index] = Description(title: own.title) }
            registry.classes.append(made)
        }
        var (examples, caseOfExample) = (IdentityIndex(), [UInt32](repeating: 0, count: registry.examples.count))
        for (index, own) in registry.cases.enumerated() {
            for number in own.examples {
                examples.insert(number, gathered.hash(ofExample: registry.examples[number], of: own, examples))
                caseOfExample[number] = UInt32(index)
            }
        }
        (self.examples, self.caseOfExample) = (examples, caseOfExample)
        plan = Self.plan(registry, gathered.unsupported, runs)
        self.registry = registry
        names = gathered
    }

    // MARK: Looking up

    /// How many numbers `number(of:)` gives.
    var numberCount: Int { registry.cases.count + registry.examples.count }

    /// A number for each slot, small enough for an array.
    func number(of slot: Plan.Slot) -> Int {
        if slot.exampleIndex == TESTKIT_NO_EXAMPLE { return Int(slot.caseIndex) }
        return registry.cases.count + registry.cases[Int(slot.caseIndex)].examples.lowerBound + Int(slot.exampleIndex)
    }

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
        if let index = names.find(case: identity, in: registry.cases) {
            let entry = registry.cases[index]
            if entry.isParameterised, !entry.examples.isEmpty { return .examples(of: index) }
            return .slot(Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE))
        }
        if identity.last == Identity.end, let number = find(example: identity) {
            let index = caseOfExample[number]
            let first = registry.cases[Int(index)].examples.lowerBound
            return .slot(Plan.Slot(caseIndex: index, exampleIndex: UInt32(number - first)))
        }
        return names.find(class: identity).map(Target.unit)
    }

    /// The number of an example by its identity.
    private func find(example identity: ArraySlice<UInt8>) -> Int? {
        examples.find(examples.hash([identity])) { number in
            let entry = registry.cases[Int(caseOfExample[number])]
            let pieces = Identity.pieces(
                names.identity(ofClass: entry.classIndex), registry.bytes[entry.name.range],
                example: registry.bytes[registry.examples[number].range])
            return GatheredPlan.isEqual(identity, pieces)
        }
    }

    // MARK: The plan

    /// Makes the plan: run groups ascend, and within one the files' classes follow each other.
    private static func plan(_ registry: Registry, _ excluded: Set<Int>, _ runs: [EventRun]) -> Plan {
        var (units, planned, unsupported) = ([Plan.Unit](), [Plan.Slot](), [Plan.Slot]())
        planned.reserveCapacity(registry.cases.count)
        let sorted = registry.classes.indices.sorted {
            (registry.classes[$0].runGroup, $0) < (registry.classes[$1].runGroup, $1)
        }
        for index in sorted {
            let start = planned.count
            for item in registry.classes[index].cases {
                if excluded.contains(item) {
                    unsupported += registry.slots(ofCase: item)
                } else {
                    planned += registry.slots(ofCase: item)
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
            return own.isFocused || registry.cases[own.cases].contains(where: \.isFocused)
        }
        return Set(indices.map { registry.bundleName(of: $0) }).sorted()
    }
}
