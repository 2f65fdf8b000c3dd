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
    /// The index in the registry of each gathered case; empty if the indices are equal.
    private let places: [UInt32]
    /// The examples by identity.
    private let examples: IdentityIndex
    /// The case of each example.
    private let caseOfExample: [UInt32]

    /// Makes registry and plan of what was gathered.
    init(_ gathered: GatheredPlan, _ runs: [EventRun]) {
        var registry = Registry()
        names = gathered
        hasOverlap = gathered.hasOverlap
        let bundles = Set(gathered.classes.map(\.bundle)).sorted()
        let files = Dictionary(uniqueKeysWithValues: bundles.enumerated().map { ($1, $0) })
        registry.bundles = bundles.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        registry.tagSets = gathered.tagSets
        registry.bytes = gathered.bytes
        let (order, ranges) = gathered.casesByClass()
        var unsupported: Set<Int> = []
        var (examples, caseOfExample) = (IdentityIndex(), [UInt32]())
        registry.cases.reserveCapacity(gathered.cases.count)
        for index in gathered.classes.indices {
            for item in ranges[index] {
                let number = order.isEmpty ? item : Int(order[item])
                if gathered.isUnsupported(number) { unsupported.insert(registry.cases.count) }
                Self.append(gathered, number, to: &registry, &examples, &caseOfExample)
            }
            let own = gathered.classes[index]
            var made = Registry.Class(
                bundle: files[own.bundle] ?? 0, index: UInt32(index), name: own.name, file: own.file,
                line: own.line, superclass: own.superclass, flags: 0, declaredSupport: 0, cases: ranges[index],
                runGroup: own.runGroup)
            (made.isFocused, made.isAbstract, made.tags) = (own.isFocused, !own.isRecorded, own.tags)
            if !own.title.isEmpty { registry.classDescriptions[registry.classes.count] = Description(title: own.title) }
            registry.classes.append(made)
        }
        var places: [UInt32] = order.isEmpty ? [] : Array(repeating: 0, count: order.count)
        for (place, number) in order.enumerated() { places[Int(number)] = UInt32(place) }
        (self.places, self.examples, self.caseOfExample) = (places, examples, caseOfExample)
        plan = Self.plan(registry, unsupported, runs)
        self.registry = registry
    }

    /// Adds a case to the registry, and its examples to those that can be found.
    private static func append(
        _ gathered: GatheredPlan, _ number: Int, to registry: inout Registry, _ examples: inout IdentityIndex,
        _ caseOfExample: inout [UInt32]
    ) {
        let (own, index) = (gathered.cases[number], registry.cases.count)
        if let description = gathered.descriptions[number] { registry.caseDescriptions[index] = description }
        let first = registry.examples.count
        for name in gathered.examples(of: number) {
            let hash = gathered.hash(ofExample: name, of: number, examples)
            examples.insert(registry.examples.count, hash)
            registry.examples.append(name)
            caseOfExample.append(UInt32(index))
        }
        registry.cases.append(
            Registry.Case(
                classIndex: Int(own.classIndex), ownerIndex: own.classIndex, index: UInt32(index), flags: own.flags,
                line: own.line, name: own.name, file: own.file, examples: first..<registry.examples.count,
                isSupported: true, tags: own.tags))
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
        if let number = names.find(case: identity) {
            let index = places.isEmpty ? number : Int(places[number])
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
