// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// Writing which worker may take which unit, and in which process it runs.
extension RunTable {
    /// Writes which worker runs each unit, and in which process.
    ///
    /// A single worker takes the units as they come.
    func store(_ prescription: Prescription) {
        let isDivided = prescription.workerCount > 1
        header.pointee.prescribed_count = isDivided ? UInt32(prescription.workerCount) : 0
        for (index, worker) in prescription.workers.enumerated() {
            if isDivided { units[index].prescribed_worker = UInt32(worker) }
            units[index].is_fresh = prescription.isFresh[index] ? 1 : 0
        }
    }

    /// Writes which worker runs the units that are not any worker's.
    func store(_ lanes: [Int?]) {
        guard let last = lanes.compactMap(\.self).max() else { return }
        header.pointee.prescribed_count = UInt32(last) + 1
        for (index, lane) in lanes.enumerated() {
            if let lane { units[index].prescribed_worker = UInt32(lane) }
        }
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
