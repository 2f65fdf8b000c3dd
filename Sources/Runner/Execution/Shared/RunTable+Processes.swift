// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// Writing in which process units run.
extension RunTable {
    /// Writes which units need a process in which nothing has run.
    func store(_ prescription: Prescription) {
        for (index, isFresh) in prescription.isFresh.enumerated() { units[index].is_fresh = isFresh ? 1 : 0 }
    }

    /// Notes which units have cases that are declared to end their process: each has a process of its own, forked from a worker
    /// in which nothing has run.
    func setApart(_ plan: Plan, _ registry: Registry) {
        for (index, unit) in plan.units.enumerated() {
            guard plan.slots[unit.slots].contains(where: { registry.endings[Int($0.caseIndex)] != nil }) else {
                continue
            }
            units[index].is_apart = 1
            units[index].is_fresh = 1
        }
    }
}
