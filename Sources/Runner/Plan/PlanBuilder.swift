import BundleABI

/// Makes the plan: selection, then platform, then focus, then the shard, then order.
///
/// Pure. A focus counts for all shards, whichever has the focused case.
struct PlanBuilder {
    /// How far a focus reaches.
    typealias FocusMode = Options.Focus

    /// All that is known.
    private let registry: Registry
    /// What decides the order.
    private let seed: UInt64
    /// What else does.
    private let order: Order

    /// What decides the order besides the seed.
    struct Order {
        /// Whether the seed decides anything; else all is in the order in which it is declared.
        var isShuffled = true
        /// The classes that come before the others of their run group, by registry index.
        var first: Set<Int> = []
    }

    /// Plans a run of what is selected.
    static func plan(
        _ registry: Registry, selection: Selection, focus: FocusMode, seed: UInt64, order: Order = Order(),
        shard: Shard? = nil
    ) -> Plan {
        let builder = PlanBuilder(registry: registry, seed: seed, order: order)
        let all = builder.allSlots()
        let wanted = selection.isEverything ? all : all.filter { selection.contains($0, in: registry) }
        let canRun = wanted.filter(builder.isRunnable)
        let unsupported = wanted.count == canRun.count ? [] : wanted.filter { !builder.isRunnable($0) }
        let (chosen, effect) = builder.applyFocus(canRun, mode: focus)
        let here = builder.restrict(chosen, to: shard)
        let (units, slots) = builder.ordered(here)
        return Plan(
            seed: seed, units: units, slots: slots, unsupported: builder.restrict(unsupported, to: shard),
            focus: effect, filteredOut: all.count - wanted.count, shard: shard, elsewhere: chosen.count - here.count,
            isLedByFailures: builder.isLedByFailures(units))
    }

    /// Whether some classes come before others only because something of them had failed.
    private func isLedByFailures(_ units: [Plan.Unit]) -> Bool {
        guard !order.first.isEmpty else { return false }
        let led = units.count { order.first.contains($0.classIndex) }
        return led > 0 && led < units.count
    }

    /// Leaves only what falls to a shard.
    private func restrict(_ slots: [Plan.Slot], to shard: Shard?) -> [Plan.Slot] {
        guard let shard else { return slots }
        var isHere: [Int: Bool] = [:]
        return slots.filter { slot in
            let index = registry.cases[Int(slot.caseIndex)].classIndex
            if let known = isHere[index] { return known }
            let answer = shard.contains(registry.identity(ofClass: index))
            isHere[index] = answer
            return answer
        }
    }

    /// Every case of every concrete class, and every example of it.
    ///
    /// A parameterised case without examples stays, to fail.
    private func allSlots() -> [Plan.Slot] {
        var slots: [Plan.Slot] = []
        slots.reserveCapacity(registry.cases.count)
        for entry in registry.classes where !entry.isAbstract {
            for index in entry.cases {
                let examples = registry.cases[index].examples
                guard registry.cases[index].isParameterised, !examples.isEmpty else {
                    slots.append(Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE))
                    continue
                }
                for example in 0..<examples.count {
                    slots.append(Plan.Slot(caseIndex: UInt32(index), exampleIndex: UInt32(example)))
                }
            }
        }
        return slots
    }

    /// Whether the platform allows it.
    private func isRunnable(_ slot: Plan.Slot) -> Bool {
        let entry = registry.cases[Int(slot.caseIndex)]
        return entry.isSupported && registry.classes[entry.classIndex].unsupported == nil
    }

    /// Leaves only what is focused, where anything is.
    private func applyFocus(
        _ runnable: [Plan.Slot], mode: FocusMode
    ) -> (slots: [Plan.Slot], effect: FocusEffect) {
        let isAnywhere = registry.cases.contains(where: \.isFocused) || registry.classes.contains(where: \.hasOwnFocus)
        if !isAnywhere { return (runnable, FocusEffect()) }
        // The narrowest wins: an explicit focus on a case silences its class's.
        var hasExplicit = Array(repeating: false, count: registry.classes.count)
        for slot in runnable where registry.cases[Int(slot.caseIndex)].isFocused {
            hasExplicit[registry.cases[Int(slot.caseIndex)].classIndex] = true
        }
        let isFocused: (Plan.Slot) -> Bool = { slot in
            let entry = registry.cases[Int(slot.caseIndex)]
            return hasExplicit[entry.classIndex] ? entry.isFocused : registry.classes[entry.classIndex].isFocused
        }
        var effect = FocusEffect()
        effect.ineffective = ineffectiveFocus(runnable)
        let focused = runnable.filter(isFocused)
        if focused.isEmpty { return (runnable, effect) }
        if mode == .ignore {
            effect.ignored = focused.count
            return (runnable, effect)
        }
        let files = Set(focused.map { bundle(of: $0) })
        effect.isNarrowed = true
        effect.bundles = registry.bundles.filter { files.contains($0.fileIndex) }.map(\.name)
        let kept = mode == .all ? focused : runnable.filter { isFocused($0) || !files.contains(bundle(of: $0)) }
        effect.leftOut = runnable.count - kept.count
        return (kept, effect)
    }

    /// The file index of a slot's bundle.
    private func bundle(of slot: Plan.Slot) -> Int {
        registry.classes[registry.cases[Int(slot.caseIndex)].classIndex].bundle
    }

    /// Names each focus that counts for nothing because what it is on cannot run (rule 8).
    private func ineffectiveFocus(_ runnable: [Plan.Slot]) -> [String] {
        let running = Set(runnable.map(\.caseIndex))
        let runningClasses = Set(running.map { registry.cases[Int($0)].classIndex })
        var names: [String] = []
        for (index, entry) in registry.classes.enumerated() {
            if entry.hasOwnFocus, !reaches(index, runningClasses) {
                names.append("\(registry.identity(ofClass: index)) (\(whyNotRunnable(index)))")
            }
            if entry.isAbstract {
                names += ineffectiveCases(ofAbstract: index, runningClasses)
                continue
            }
            for item in entry.cases where registry.cases[item].isFocused && !running.contains(UInt32(item)) {
                let why = registry.reasonNotSupported(ofCase: item) ?? whyNotRunnable(index)
                names.append("\(registry.identity(ofCase: item)) (\(why))")
            }
        }
        return names
    }

    /// Names the focused cases that an abstract class declares and that no class inherits that runs.
    private func ineffectiveCases(ofAbstract index: Int, _ running: Set<Int>) -> [String] {
        let entry = registry.classes[index]
        let own = entry.cases.filter { registry.cases[$0].isFocused && registry.cases[$0].ownerIndex == entry.index }
        if own.isEmpty || reaches(index, running) { return [] }
        return own.map { "\(registry.identity(ofCase: $0)) (\(whyNotRunnable(index)))" }
    }

    /// Whether a class, or one that inherits from it, runs.
    private func reaches(_ index: Int, _ running: Set<Int>) -> Bool {
        running.contains(index) || running.contains { registry.chain(from: $0).contains(index) }
    }

    /// Why nothing of a class runs.
    private func whyNotRunnable(_ index: Int) -> String {
        let entry = registry.classes[index]
        if let unsupported = entry.unsupported {
            return unsupported == .bySuite ? CaseResult.refusalReason : CaseResult.platformReason
        }
        return entry.isAbstract ? "it is abstract and no subclass runs" : "it is not selected"
    }

    /// Puts what is chosen in order.
    private func ordered(_ chosen: [Plan.Slot]) -> (units: [Plan.Unit], slots: [Plan.Slot]) {
        // The slots of a class are side by side, as in the registry.
        var classes: [(index: Int, group: Int32, isLate: Bool, key: OrderKey, value: UInt64, members: Range<Int>)] = []
        var first = 0
        while first < chosen.count {
            let index = registry.cases[Int(chosen[first].caseIndex)].classIndex
            let cases = registry.classes[index].cases
            var end = first + 1
            while end < chosen.count, cases.contains(Int(chosen[end].caseIndex)) { end += 1 }
            let prefix = OrderKey(seed: seed, prefix: registry.identity(ofClass: index))
            let value = order.isShuffled ? prefix.value : UInt64(index)
            let isLate = !order.first.isEmpty && !order.first.contains(index)
            classes.append((index, registry.classes[index].runGroup, isLate, prefix, value, first..<end))
            first = end
        }
        var units: [Plan.Unit] = []
        var slots: [Plan.Slot] = []
        slots.reserveCapacity(chosen.count)
        let sorted = classes.sorted {
            if $0.group != $1.group { return $0.group < $1.group }
            if $0.isLate != $1.isLate { return $1.isLate }
            if $0.value != $1.value { return $0.value < $1.value }
            return registry.identity(ofClass: $0.index) < registry.identity(ofClass: $1.index)
        }
        for entry in sorted {
            let start = slots.count
            if order.isShuffled {
                slots.append(contentsOf: ordered(chosen[entry.members], after: entry.key))
            } else {
                slots.append(contentsOf: chosen[entry.members])
            }
            units.append(Plan.Unit(classIndex: entry.index, runGroup: entry.group, slots: start..<slots.count))
        }
        return (units, slots)
    }

    /// Puts a class's cases in order; the examples of one case stay together.
    private func ordered(_ slots: ArraySlice<Plan.Slot>, after prefix: OrderKey) -> [Plan.Slot] {
        let keyed = slots.map { slot in
            let entry = registry.cases[Int(slot.caseIndex)]
            let key = prefix.appending("/", registry.bytes[entry.name.range])
            guard slot.exampleIndex != TESTKIT_NO_EXAMPLE else {
                return (slot: slot, key: key.value, example: UInt64(0))
            }
            let name = registry.examples[entry.examples.lowerBound + Int(slot.exampleIndex)]
            return (slot: slot, key: key.value, example: key.appending("[", registry.bytes[name.range], "]").value)
        }
        return keyed.sorted {
            if $0.key != $1.key { return $0.key < $1.key }
            if $0.slot.caseIndex != $1.slot.caseIndex { return precedes($0.slot, $1.slot) }
            if $0.example != $1.example { return $0.example < $1.example }
            return precedes($0.slot, $1.slot)
        }.map(\.slot)
    }

    /// Breaks a tie by identity, byte by byte.
    private func precedes(_ left: Plan.Slot, _ right: Plan.Slot) -> Bool {
        func bytes(_ slot: Plan.Slot) -> [UInt8] {
            let entry = registry.cases[Int(slot.caseIndex)]
            let name = Array(registry.bytes[entry.name.range])
            guard slot.exampleIndex != TESTKIT_NO_EXAMPLE else { return name }
            return name + registry.bytes[registry.examples[entry.examples.lowerBound + Int(slot.exampleIndex)].range]
        }
        return bytes(left).lexicographicallyPrecedes(bytes(right))
    }
}
