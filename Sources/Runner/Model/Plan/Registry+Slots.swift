// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport
import WorkerShims

extension Registry {
    /// "bundle/Module.Class/case", with "[example]" where the slot is one.
    public func identity(of slot: Plan.Slot) -> String {
        identity(ofCase: Int(slot.caseIndex), example: slot.example)
    }

    /// "case", with "[example]" where the slot is one.
    public func name(of slot: Plan.Slot) -> String { name(ofCase: Int(slot.caseIndex), example: slot.example) }

    /// The slots of a class: its cases and their examples.
    ///
    /// A parameterised case without examples has a slot, in which it fails.
    public func slots(ofClass index: Int) -> [Plan.Slot] { classes[index].cases.flatMap { slots(ofCase: $0) } }

    /// All cases, one for each example.
    public var slots: some Sequence<Plan.Slot> { classes.indices.lazy.flatMap { slots(ofClass: $0) } }

    /// Their identities.
    public var identities: Set<String> { Set(slots.map { identity(of: $0) }) }

    /// The number of slots of a class.
    public func slotCount(ofClass index: Int) -> Int {
        let range = classes[index].cases
        // Nearly always: then no case is looked at.
        if examples.isEmpty { return range.count }
        // Without a list of each case's.
        return range.reduce(into: 0) { count, place in
            let entry = cases[place]
            count += entry.isParameterised ? max(1, entry.examples.count) : 1
        }
    }

    /// Returns the slots of a case: itself, or its examples.
    public func slots(ofCase index: Int) -> [Plan.Slot] {
        let entry = cases[index]
        guard entry.isParameterised, !entry.examples.isEmpty else {
            return [Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE)]
        }
        return (0..<entry.examples.count).map { Plan.Slot(caseIndex: UInt32(index), exampleIndex: UInt32($0)) }
    }

    /// The values of the keys of a case, and of an example of it.
    ///
    /// - Parameters:
    ///   - prefix: The key of its class, as `prefix(after:)` makes it.
    ///   - bytes: All of `bytes`.
    @inline(__always)
    func keys(
        of slot: Plan.Slot, after prefix: OrderKey, in bytes: UnsafeRawBufferPointer
    ) -> (case: UInt64, example: UInt64?) {
        let names = names(of: slot, in: bytes)
        guard let example = names.example else { return (prefix.value(appending: names.case), nil) }
        let key = prefix.appending(names.case)
        return (key.value, key.appending(Identity.open).appending(example).appending(Identity.close).value)
    }

    /// The names of a case and of an example of it, out of all of `bytes`.
    ///
    /// Takes nothing that is counted by references: there may be millions.
    @inline(__always)
    public func names(
        of slot: Plan.Slot, in bytes: UnsafeRawBufferPointer
    ) -> (case: UnsafeRawBufferPointer, example: UnsafeRawBufferPointer?) {
        let index = Int(slot.caseIndex)
        let name = UnsafeRawBufferPointer(rebasing: bytes[cases[index].name.range])
        guard let example = slot.example else { return (name, nil) }
        let all = cases[index].examples
        guard example < all.count else { return (name, nil) }
        return (name, UnsafeRawBufferPointer(rebasing: bytes[examples[all.lowerBound + example].range]))
    }

    /// Has the processor fetch cases that follow soon in a plan, and the names of the next of them from `bytes` if given.
    ///
    /// For loops over all of a plan: its order is not that of the memory, so each case would be waited for.
    @inline(__always)
    public func fetch(behind place: Int, of slots: [Plan.Slot], in bytes: UnsafeRawBufferPointer? = nil) {
        let distance = 8
        guard place + 2 * distance < slots.count else { return }
        cases.withUnsafeBytes {
            let index = Int(slots[place + 2 * distance].caseIndex)
            memory_fetch($0.baseAddress, index * MemoryLayout<Case>.stride)
        }
        guard let bytes else { return }
        memory_fetch(bytes.baseAddress, cases[Int(slots[place + distance].caseIndex)].name.range.lowerBound)
    }
}
