// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// Writing in which process units run.
extension RunTable {
    /// Writes which units need a process in which nothing has run.
    func store(_ prescription: Prescription) {
        for (index, isFresh) in prescription.isFresh.enumerated() { planUnits[index].is_fresh = isFresh ? 1 : 0 }
    }

    /// Notes which units are slices of a class that may be divided.
    func noteSlices(_ plan: Plan, _ registry: Registry) {
        if plan.prescription != nil { return }
        for index in plan.units.indices.dropFirst() {
            let classIndex = plan.units[index].classIndex
            guard classIndex == plan.units[index - 1].classIndex, registry.classes[classIndex].isDivisible else {
                continue
            }
            (planUnits[index - 1].is_slice, planUnits[index].is_slice) = (1, 1)
        }
    }

    /// Notes which units have cases that are declared to end their process: each has a process of its own, forked from a worker
    /// in which nothing has run.
    func setApart(_ plan: Plan, _ registry: Registry) {
        for (index, unit) in plan.units.enumerated() {
            guard plan.slots[unit.slots].contains(where: { registry.endings[Int($0.caseIndex)] != nil }) else {
                continue
            }
            // No slice of the class before it, which a used process would go on with.
            planUnits[index].is_slice = 0
            planUnits[index].is_apart = 1
            planUnits[index].is_fresh = 1
        }
    }
}
