import BundleABI

/// The registry and the plan of several runs, made again from what their event files say of them.
struct MergedPlan {
    /// A class as it is gathered.
    private struct Gathered {
        /// Its bundle's name.
        let bundle: String
        /// "Module.Class".
        let name: String
        /// The record, unless the class is only known as another's superclass.
        var record: JSONNode?
        /// Its cases: their names, in order.
        var cases: [String] = []
    }

    /// A case as it is gathered.
    private struct GatheredCase {
        /// The record in which it was first seen.
        let record: JSONNode
        /// Its examples, of all files.
        var examples: [String]
    }

    /// The classes.
    private(set) var registry = Registry()
    /// The plan of the merged run.
    private(set) var plan = Plan(
        seed: 0, units: [], slots: [], unsupported: [], focus: FocusEffect(), filteredOut: 0)
    /// Every case or example by its identity.
    private(set) var slots: [String: Plan.Slot] = [:]
    /// The slots of each parameterised case, by its identity without an example.
    private(set) var slotsOfCase: [String: [Plan.Slot]] = [:]
    /// Every class, by its identity.
    private(set) var classes: [String: Int] = [:]

    /// The classes by identity, while they are gathered.
    private var gathered: [String: Gathered] = [:]
    /// Their identities in order.
    private var order: [String] = []
    /// The cases by identity.
    private var gatheredCases: [String: GatheredCase] = [:]

    /// Puts some files' plans together.
    init(_ files: [EventFile]) {
        for file in files { for test in file.tests { gather(test) } }
        for identity in order { gatherSuperclass(of: identity) }
        build()
        arrange(files)
    }

    // MARK: Gathering

    /// Takes in a record.
    private mutating func gather(_ test: JSONNode) {
        guard let id = test["id"]?.text, let own = test["testkit"], let bundle = own["bundle"]?.text,
            let name = own["class"]?.text
        else { return }
        let classIdentity = "\(bundle)/\(name)"
        add(classIdentity, Gathered(bundle: bundle, name: name))
        if test["kind"]?.text == "suite" {
            if gathered[classIdentity]?.record == nil { gathered[classIdentity]?.record = test }
            return
        }
        let examples = own["examples"]?.elements.compactMap(\.text) ?? []
        if let known = gatheredCases[id]?.examples {
            gatheredCases[id]?.examples += examples.filter { !known.contains($0) }
        } else {
            gatheredCases[id] = GatheredCase(record: test, examples: examples)
            gathered[classIdentity]?.cases.append(id)
        }
    }

    /// Makes room for a class.
    private mutating func add(_ identity: String, _ new: Gathered) {
        guard gathered[identity] == nil else { return }
        gathered[identity] = new
        order.append(identity)
    }

    /// Makes room for a superclass of which no record tells: nothing of it was to run.
    private mutating func gatherSuperclass(of identity: String) {
        guard let own = gathered[identity], let name = own.record?["testkit"]?["superclass"]?.text else { return }
        add("\(own.bundle)/\(name)", Gathered(bundle: own.bundle, name: name))
    }

    // MARK: Building

    /// Makes the registry.
    private mutating func build() {
        let names = Set(gathered.values.map(\.bundle)).sorted()
        let files = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        registry.bundles = names.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        for (index, identity) in order.enumerated() { classes[identity] = index }
        for (index, identity) in order.enumerated() {
            guard let own = gathered[identity] else { continue }
            let start = registry.cases.count
            for id in own.cases { buildCase(id, of: index) }
            let record = own.record?["testkit"]
            let place = place(of: own.record)
            var made = Registry.Class(
                bundle: files[own.bundle] ?? 0, index: UInt32(index), name: text(own.name), file: place.file,
                line: place.line, superclass: record?["superclass"]?.text.flatMap { classes["\(own.bundle)/\($0)"] },
                flags: 0, declaredSupport: 0, cases: start..<registry.cases.count,
                runGroup: Int32(clamping: record?["runGroup"]?.integer ?? 1))
            made.isFocused = record?["focused"]?.isTrue ?? false
            made.isAbstract = own.record == nil
            made.tags = tags(of: record)
            registry.classes.append(made)
        }
    }

    /// Adds a case to the registry.
    private mutating func buildCase(_ id: String, of classIndex: Int) {
        guard let own = gatheredCases[id] else { return }
        let (index, place) = (registry.cases.count, place(of: own.record))
        let isParameterised = own.record["isParameterized"]?.isTrue ?? false
        let isFocused = own.record["testkit"]?["focused"]?.isTrue ?? false
        let first = registry.examples.count
        for example in own.examples { registry.examples.append(text(example)) }
        registry.cases.append(
            Registry.Case(
                classIndex: classIndex, ownerIndex: UInt32(classIndex), index: UInt32(index),
                flags: (isParameterised ? TESTKIT_CASE_PARAMETERISED.rawValue : 0)
                    | (isFocused ? TESTKIT_CASE_FOCUSED.rawValue : 0),
                line: place.line, name: text(own.record["name"]?.text ?? id), file: place.file,
                examples: first..<registry.examples.count, isSupported: true, tags: tags(of: own.record["testkit"])))
        let caseSlots =
            isParameterised && !own.examples.isEmpty
            ? own.examples.indices.map { Plan.Slot(caseIndex: UInt32(index), exampleIndex: UInt32($0)) }
            : [Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE)]
        slotsOfCase[id] = caseSlots
        for (place, slot) in caseSlots.enumerated() {
            slots[slot.exampleIndex == TESTKIT_NO_EXAMPLE ? id : "\(id)[\(own.examples[place])]"] = slot
        }
    }

    /// Keeps a text.
    private mutating func text(_ string: String) -> Text {
        defer { registry.bytes += Array(string.utf8) }
        return Text(start: UInt32(registry.bytes.count), count: UInt32(string.utf8.count))
    }

    /// Where a record's test is declared.
    private mutating func place(of record: JSONNode?) -> (file: Text, line: UInt32) {
        guard let place = record?["sourceLocation"], let file = place["filePath"]?.text, file != "<unknown>" else {
            return (.none, 0)
        }
        return (text(file), UInt32(clamping: place["line"]?.integer ?? 0))
    }

    /// A record's tags.
    private mutating func tags(of record: JSONNode?) -> UInt32 {
        registry.tagSets.number(of: Set(record?["tags"]?.elements.compactMap(\.text) ?? []))
    }

    // MARK: The plan

    /// Makes the plan: run groups ascend, and within one the files' classes follow each other.
    private mutating func arrange(_ files: [EventFile]) {
        let excluded = platformSkips(files)
        var units: [Plan.Unit] = []
        var planned: [Plan.Slot] = []
        let sorted = registry.classes.indices.sorted {
            (registry.classes[$0].runGroup, $0) < (registry.classes[$1].runGroup, $1)
        }
        for index in sorted {
            let start = planned.count
            for id in gathered[order[index]]?.cases ?? [] where !excluded.contains(id) {
                planned += slotsOfCase[id] ?? []
            }
            guard planned.count > start else { continue }
            units.append(
                Plan.Unit(
                    classIndex: index, runGroup: registry.classes[index].runGroup, slots: start..<planned.count))
        }
        let unsupported = order.flatMap { gathered[$0]?.cases ?? [] }.filter(excluded.contains)
            .flatMap { slotsOfCase[$0] ?? [] }
        let starts = files.compactMap { $0.start?["testkit"] }
        func most(_ name: String) -> Int { starts.compactMap { $0[name]?.integer }.max() ?? 0 }
        var focus = FocusEffect()
        focus.isNarrowed = starts.contains { $0["focused"]?.isTrue ?? false }
        focus.leftOut = most("leftOutByFocus")
        if focus.isNarrowed { focus.bundles = focusedBundles() }
        plan = Plan(
            seed: starts.first?["seed"]?.text.flatMap { UInt64($0) } ?? 0, units: units, slots: planned,
            unsupported: unsupported, focus: focus, filteredOut: most("notSelected"))
    }

    /// The identities of the cases that their platform forbids.
    private func platformSkips(_ files: [EventFile]) -> Set<String> {
        var result: Set<String> = []
        for event in files.lazy.flatMap(\.events)
        where event["kind"]?.text == "testSkipped" && Self.isUnsupported(event["testkit"]) {
            if let id = event["testkit"]?["identity"]?.text, slotsOfCase[id] != nil { result.insert(id) }
        }
        return result
    }

    /// Whether what did not run cannot run here.
    private static func isUnsupported(_ own: JSONNode?) -> Bool {
        NotRunReason(word: own?["reasonKind"]?.text, words: nil)?.isUnsupported ?? false
    }

    /// The bundles with a class or a case that asks for focus.
    private func focusedBundles() -> [String] {
        let indices = registry.classes.indices.filter { index in
            let own = registry.classes[index]
            return own.isFocused || registry.cases[own.cases].contains(where: \.isFocused)
        }
        return Set(indices.map { registry.bundleName(of: $0) }).sorted()
    }
}
