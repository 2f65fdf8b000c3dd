// SPDX-License-Identifier: MIT

import WorkerShims

/// Whether what workers wrote to the shared table can be true.
///
/// A bundle can write over all results there, but not over the plan (`RunTable.protectPlan`).
///
/// Rule 48.
struct PlausibilityCheck {
    /// The shared memory.
    private let table: RunTable

    /// Checks a table.
    init(table: RunTable) { self.table = table }

    /// How many classes the plan has.
    var unitCount: UInt32 { table.planHeader.pointee.unit_count }
    /// How many cases the plan has.
    var slotCount: UInt32 { table.planHeader.pointee.slot_count }
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
            return table.unit(unit).owner == worker && table.slot(slot).state != .waiting
        }
    }

    /// Whether the table's values for the run as a whole are impossible.
    var isBroken: Bool {
        table.header.pointee.mark != TABLE_MARK
            || table_load(&table.header.pointee.is_stopping) > (failureLimit > 0 ? 1 : 0)
    }

    /// Whether the table's values for a class are impossible.
    func isBroken(unit index: UInt32) -> Bool {
        guard index < unitCount else { return true }
        let unit = table.units + Int(index)
        return unit.pointee.mark != TABLE_MARK || table_load(&unit.pointee.is_closed) > 1
            || table.unit(index).beginState == nil || table.unit(index).endState == nil
    }

    /// Whether a worker's own record is impossible.
    func isBroken(worker index: Int) -> Bool {
        let record = table.workers + index
        let (unit, slot) = (table_load(&record.pointee.unit), table_load(&record.pointee.slot))
        if table.worker(index).stage == nil { return true }
        if slot != TABLE_NONE, slot >= slotCount { return true }
        if unit == TABLE_NONE { return false }
        if isBroken(unit: unit) { return true }
        // It names its class as soon as it begins it, and until it has closed it; a case of it behind that.
        let isForeign =
            table.unit(unit).owner != index || slot != TABLE_NONE && !slots(of: unit).contains(slot)
        return isForeign && table_load(&record.pointee.unit) == unit
    }
}
