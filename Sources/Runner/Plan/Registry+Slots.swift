// SPDX-License-Identifier: MIT

import BundleABI

extension Registry {
    /// The slots of a class: its cases and their examples.
    ///
    /// A parameterised case without examples has a slot, in which it fails.
    func slots(ofClass index: Int) -> [Plan.Slot] { classes[index].cases.flatMap { slots(ofCase: $0) } }

    /// The number of slots of a class.
    func slotCount(ofClass index: Int) -> Int {
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
    func slots(ofCase index: Int) -> [Plan.Slot] {
        let entry = cases[index]
        guard entry.isParameterised, !entry.examples.isEmpty else {
            return [Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE)]
        }
        return (0..<entry.examples.count).map { Plan.Slot(caseIndex: UInt32(index), exampleIndex: UInt32($0)) }
    }
}
