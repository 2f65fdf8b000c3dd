// SPDX-License-Identifier: MIT

import WorkerShims

/// Whether what workers wrote can be true.
///
/// A bundle can write over its own worker's pages, but neither over another's (`ResultPages`) nor over the plan
/// (`RunTable.protectPlan`).
///
/// Rule 48.
extension RunTable {
    /// Whether a worker can be at an activity: it owns the class, and has begun the case.
    ///
    /// A worker that shares the table writes both there before it says anything about the activity.
    func isPossible(_ activity: Activity, of worker: Int) -> Bool {
        switch activity {
        case .begin(let unit), .end(let unit): return unit < unitCount && self.unit(unit).owner == worker
        case .run(let slot):
            guard slot < slotCount, let unit = unit(of: activity) else { return false }
            return self.unit(unit).owner == worker && written(by: worker).slot(slot).state != .waiting
        }
    }

    /// Whether what a worker wrote of a class is impossible, by the table that has it.
    ///
    /// Without its mark, zeros would be a class of which nothing ran.
    func isBroken(unit index: UInt32) -> Bool {
        let unit = unit(index)
        let isClosed = table_load(&unit.record.pointee.is_closed)
        return unit.beginState == nil || unit.endState == nil || isClosed > 1 || isClosed == 1 && !unit.isMarked
    }

    /// Whether a worker's own record is impossible.
    func isBroken(worker index: Int) -> Bool {
        let record = worker(index).record
        let (unit, slot) = (table_load(&record.pointee.unit), table_load(&record.pointee.slot))
        if worker(index).stage == nil { return true }
        if slot != TABLE_NONE, slot >= slotCount { return true }
        if unit == TABLE_NONE { return false }
        if unit >= unitCount { return true }
        // It names its class as soon as it begins it, and until it has closed it; a case of the class later than that.
        let isForeign =
            self.unit(unit).owner != index || slot != TABLE_NONE && !self.unit(unit).slots.contains(slot)
        return isForeign && table_load(&record.pointee.unit) == unit
    }
}
