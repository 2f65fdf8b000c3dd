// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// Makes the plan: selection, then platform, then focus, then the shard, then order.
///
/// Pure. A focus counts for all shards, whichever has the focused case.
///
/// Rules 7, 9 and 12.
public struct PlanBuilder {
    /// All that is known.
    private let registry: Registry
    /// The seed that decides the order.
    private let seed: UInt64
    /// The other inputs to the order.
    private let order: Order

    /// The inputs to the order besides the seed.
    public struct Order {
        /// Whether the seed decides anything; else all is in the order in which it is declared.
        public var isShuffled = true
        /// The classes that come before the others of their run group, by registry index.
        public var first: Set<Int> = []
        /// The number of workers that share the classes; it decides the number of slices of a class that may be divided, not the order.
        public var jobs = 1
        /// The bundles of which each class or slice has a process of its own, by file index.
        public var withProcesses: Set<Int> = []

        /// Makes one from its parts.
        public init(
            isShuffled: Bool = true, first: Set<Int> = [], jobs: Int = 1, withProcesses: Set<Int> = []
        ) {
            self.isShuffled = isShuffled
            self.first = first
            self.jobs = jobs
            self.withProcesses = withProcesses
        }

        /// The number of slices of a bundle for each worker if all of the plan were divided.
        ///
        /// Often a few cases take most of the time, also of small classes. A worker that has several slices of a class goes on with it as
        /// if they were one, so they may be small: single cases, unless there are more than the host hands out without any effort. Where
        /// each slice has a process, four.
        func slicesForEachJob(of bundle: Int) -> Int { withProcesses.contains(bundle) ? 4 : 1024 }
    }

    /// Plans a run of the selected tests.
    ///
    /// With `byCase`, cases of a class that may be divided can be in several shards.
    public static func plan(
        _ registry: Registry, selection: Selection, focus: FocusReach, seed: UInt64, order: Order = Order(),
        shard: Shard? = nil, balance: ShardBalance.Source? = nil, byCase: Bool = false, noTests: NoTests = .fail
    ) -> Plan {
        let builder = PlanBuilder(registry: registry, seed: seed, order: order)
        let all = builder.allSlots()
        let wanted = selection.isEverything ? all : all.filter { selection.contains($0, in: registry) }
        let isRunnable = wanted.allSatisfy { builder.isRunnable($0) }
        let canRun = isRunnable ? wanted : wanted.filter { builder.isRunnable($0) }
        let unsupported = isRunnable ? [] : wanted.filter { !builder.isRunnable($0) }
        let (chosen, effect) = builder.applyFocus(canRun, mode: focus)
        // By all that was asked for, which is the same on machines of different platforms.
        let dealt = shard.flatMap { shard in
            (balance ?? (byCase ? .cases : nil)).map {
                ShardBalance($0, wanted, in: registry, among: shard.count, byCase: byCase)
            }
        }
        let here = builder.restrict(chosen, to: shard, dealt)
        let (units, slots) = builder.ordered(here)
        return Plan(
            seed: seed, units: units, slots: slots, unsupported: builder.restrict(unsupported, to: shard, dealt),
            focus: effect, filteredOut: all.count - wanted.count, shard: shard, elsewhere: chosen.count - here.count,
            balance: dealt?.digest, isLedByFailures: builder.isLedByFailures(units), noTests: noTests)
    }

    /// Whether some classes come before others only because something of them had failed.
    private func isLedByFailures(_ units: [Plan.Unit]) -> Bool {
        guard !order.first.isEmpty else { return false }
        let led = units.count { order.first.contains($0.classIndex) }
        return led > 0 && led < units.count
    }

    /// Leaves only what falls to a shard.
    private func restrict(_ slots: [Plan.Slot], to shard: Shard?, _ balance: ShardBalance?) -> [Plan.Slot] {
        guard let shard else { return slots }
        var isHere: [Int: Bool] = [:]
        return slots.filter { slot in
            let index = registry.cases[Int(slot.caseIndex)].classIndex
            if let balance { return balance.shard(of: slot, inClass: index) == shard.index }
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
        slots.reservePages(registry.cases.count)
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
        _ runnable: [Plan.Slot], mode: FocusReach
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

    /// Names each focus without effect, because its class or case cannot run (rule 8).
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
                let why = registry.reasonNotSupported(ofCase: item)?.words ?? whyNotRunnable(index)
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

    /// The reason why nothing of a class runs.
    private func whyNotRunnable(_ index: Int) -> String {
        let entry = registry.classes[index]
        if let unsupported = entry.unsupported {
            return (unsupported == .bySuite ? NotRunReason.refused : .platform(registry.platform(ofClass: index))).words
        }
        return entry.isAbstract ? "it is abstract and no subclass runs" : "it is not selected"
    }

    /// Puts what is chosen in order.
    private func ordered(_ chosen: [Plan.Slot]) -> (units: [Plan.Unit], slots: [Plan.Slot]) {
        // The slots of a class are side by side, as in the registry.
        var classes: [KeyedClass] = []
        var first = 0
        while first < chosen.count {
            let index = registry.cases[Int(chosen[first].caseIndex)].classIndex
            let cases = registry.classes[index].cases
            var end = first + 1
            while end < chosen.count, cases.contains(Int(chosen[end].caseIndex)) { end += 1 }
            let prefix = OrderKey(seed: seed, prefix: registry.identity(ofClass: index))
            let value = order.isShuffled ? prefix.value : UInt64(index)
            let isLate = !order.first.isEmpty && !order.first.contains(index)
            classes.append(
                KeyedClass(
                    index: index, group: registry.classes[index].runGroup, slots: registry.resources.slots[index] ?? 1,
                    isLate: isLate,
                    executable: executableKey(ofClass: index), key: prefix, value: value, members: first..<end))
            first = end
        }
        var units: [Plan.Unit] = []
        var slots: [Plan.Slot] = []
        slots.reservePages(chosen.count)
        // Closures: a method as a value contains a copy of all this, for each class.
        classes.sort { precedes($0, $1) }
        var (keyed, ranks): ([KeyedSlot], [Rank]) = ([], [])
        for entry in classes {
            let start = slots.count
            if order.isShuffled {
                key(chosen[entry.members], after: entry.key, &keyed, &ranks)
                ranks.sort { $0.key != $1.key ? $0.key < $1.key : precedes(keyed[$0.index], keyed[$1.index]) }
                for rank in ranks { slots.append(keyed[rank.index].slot) }
            } else {
                slots.append(contentsOf: chosen[entry.members])
            }
            let apart = registry.setApart(&slots, from: start)
            let size = apart - start
            let count = size > 0 ? sliceCount(of: entry, size, in: chosen.count) : 0
            for slice in 0..<count {
                let (first, end) = (size * slice / count, size * (slice + 1) / count)
                units.append(
                    Plan.Unit(classIndex: entry.index, runGroup: entry.group, slots: start + first..<start + end))
            }
            if apart < slots.count {
                units.append(
                    Plan.Unit(classIndex: entry.index, runGroup: entry.group, slots: apart..<slots.count))
            }
        }
        return (units, slots)
    }

    /// The number of slices of a class in the plan, as even as can be: one, unless it may be divided.
    private func sliceCount(of entry: KeyedClass, _ size: Int, in total: Int) -> Int {
        let owner = registry.classes[entry.index]
        let least = max(1, total / (order.slicesForEachJob(of: owner.bundle) * order.jobs))
        guard order.jobs > 1, size > least, owner.isDivisible else { return 1 }
        return size / least
    }

    /// Returns the sort key of a class's test executable, whose classes stay together since it has processes of its
    /// own.
    private func executableKey(ofClass index: Int) -> UInt64 {
        let file = registry.classes[index].bundle
        guard registry.executables.contains(file) else { return 0 }
        let name = registry.bundles.first { $0.fileIndex == file }?.name ?? ""
        return order.isShuffled ? max(1, OrderKey(seed: seed, prefix: name).value) : UInt64(file) + 1
    }

    /// A class, and what it is sorted by.
    private struct KeyedClass {
        /// The class, by registry index.
        let index: Int
        /// Its run group.
        let group: Int32
        /// The number of workers' places that it takes.
        let slots: Int
        /// Whether others were asked for first.
        let isLate: Bool
        /// The sort key of its test executable; 0 for a class of a bundle.
        let executable: UInt64
        /// The key of the class, which those of its cases go on from.
        let key: OrderKey
        /// The resulting key.
        let value: UInt64
        /// The chosen ones of its cases.
        let members: Range<Int>
    }

    /// Which of two classes comes first.
    private func precedes(_ left: KeyedClass, _ right: KeyedClass) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.slots != right.slots { return left.slots < right.slots }
        if left.isLate != right.isLate { return right.isLate }
        if left.executable != right.executable { return left.executable < right.executable }
        if left.value != right.value { return left.value < right.value }
        return registry.identity(ofClass: left.index) < registry.identity(ofClass: right.index)
    }

    /// A case of a class, and what distinguishes it from others of the same key.
    private struct KeyedSlot {
        /// The case, or an example of it.
        let slot: Plan.Slot
        /// The key of the example; 0 without one.
        let example: UInt64
    }

    /// The key of a case for sorting: the cases themselves have 52 bytes, and moving them took a tenth of a quiet run.
    private struct Rank {
        /// The key of the case.
        let key: UInt64
        /// Which of the keyed cases it is.
        let index: Int
    }

    /// Finds out what the cases of a class are sorted by, in one piece of memory for all classes.
    private func key(
        _ members: ArraySlice<Plan.Slot>, after owner: OrderKey, _ keyed: inout [KeyedSlot], _ ranks: inout [Rank]
    ) {
        let prefix = Registry.prefix(after: owner)
        keyed.removeAll(keepingCapacity: true)
        ranks.removeAll(keepingCapacity: true)
        registry.bytes.withUnsafeBytes { bytes in
            for slot in members {
                let keys = registry.keys(of: slot, after: prefix, in: bytes)
                ranks.append(Rank(key: keys.case, index: keyed.count))
                keyed.append(KeyedSlot(slot: slot, example: keys.example ?? 0))
            }
        }
    }

    /// Which of two cases of a class with the same key comes first; the examples of one case stay together.
    private func precedes(_ left: KeyedSlot, _ right: KeyedSlot) -> Bool {
        if left.slot.caseIndex != right.slot.caseIndex { return precedes(left.slot, right.slot) }
        if left.example != right.example { return left.example < right.example }
        return precedes(left.slot, right.slot)
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
