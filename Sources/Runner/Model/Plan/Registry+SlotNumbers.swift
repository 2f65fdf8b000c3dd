// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// A number for each slot, small enough for an array: what a report keeps of each case is then a byte.
extension Registry {
    /// The count of numbers.
    public var slotNumberCount: Int { cases.count + examples.count }

    /// The number of a slot.
    public func number(of slot: Plan.Slot) -> Int {
        guard let example = slot.example else { return Int(slot.caseIndex) }
        return cases.count + cases[Int(slot.caseIndex)].examples.lowerBound + example
    }
}
