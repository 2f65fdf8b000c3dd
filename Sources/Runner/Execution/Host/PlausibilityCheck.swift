// SPDX-License-Identifier: MIT

import WorkerShims

/// Whether what workers wrote to the shared table can be true.
///
/// A bundle can write over its own worker's pages, but neither over another's (`ResultPages`) nor over the plan
/// (`RunTable.protectPlan`).
///
/// Rule 48.
struct PlausibilityCheck {
    /// The shared memory.
    private let table: RunTable

    /// Checks a table.
    init(table: RunTable) { self.table = table }

    /// How many classes the plan has.
    var unitCount: UInt32 { table.unitCount }
    /// How many cases the plan has.
    var slotCount: UInt32 { table.slotCount }
    /// How many failures end the run.
    var failureLimit: UInt32 { table.planHeader.pointee.failure_limit }

    /// The bundle of a class.
    func bundle(of unit: UInt32) -> UInt32 { table.planUnits[Int(unit)].bundle }

    /// The cases of a class.
    func slots(of unit: UInt32) -> Range<UInt32> { table.unit(unit).slots }

    /// Whether a worker can be at an activity: it owns the class, and has begun the case.
    ///
    /// A worker that shares the table writes both there before it says anything about the activity.
    func isPossible(_ activity: Activity, of worker: Int) -> Bool {
        switch activity {
        case .begin(let unit), .end(let unit): return unit < unitCount && table.unit(unit).owner == worker
        case .run(let slot):
            guard slot < slotCount, let unit = table.unit(of: activity) else { return false }
            return table.unit(unit).owner == worker && table.written(by: worker).slot(slot).state != .waiting
        }
    }

    /// Whether what a worker wrote of a class is impossible.
    ///
    /// Without its mark, zeros would be a class of which nothing ran.
    func isBroken(unit index: UInt32, in written: RunTable) -> Bool {
        let unit = written.unit(index)
        let isClosed = table_load(&unit.record.pointee.is_closed)
        return unit.beginState == nil || unit.endState == nil || isClosed > 1 || isClosed == 1 && !unit.isMarked
    }

    /// Whether a worker's own record is impossible.
    func isBroken(worker index: Int) -> Bool {
        let record = table.worker(index).record
        let (unit, slot) = (table_load(&record.pointee.unit), table_load(&record.pointee.slot))
        if table.worker(index).stage == nil { return true }
        if slot != TABLE_NONE, slot >= slotCount { return true }
        if unit == TABLE_NONE { return false }
        if unit >= unitCount { return true }
        // It names its class as soon as it begins it, and until it has closed it; a case of it behind that.
        let isForeign =
            table.unit(unit).owner != index || slot != TABLE_NONE && !slots(of: unit).contains(slot)
        return isForeign && table_load(&record.pointee.unit) == unit
    }
}
