// SPDX-License-Identifier: MIT

import BundleABI

/// A number for each slot, small enough for an array: what a report keeps of each case is then a byte.
extension Registry {
    /// How many numbers there are.
    var slotNumberCount: Int { cases.count + examples.count }

    /// The number of a slot.
    func number(of slot: Plan.Slot) -> Int {
        if slot.exampleIndex == TESTKIT_NO_EXAMPLE { return Int(slot.caseIndex) }
        return cases.count + cases[Int(slot.caseIndex)].examples.lowerBound + Int(slot.exampleIndex)
    }
}
