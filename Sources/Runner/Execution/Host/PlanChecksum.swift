// SPDX-License-Identifier: MIT

import RunnerSupport
import WorkerShims

/// The host's copy of parts of the shared table, which shows if a bundle has written over it.
///
/// No value in an overwritten table is safe to use: an index may be out of range.
///
/// Rule 48.
struct PlanChecksum {
    /// The shared memory.
    private let table: RunTable
    /// How many classes the plan has.
    let unitCount: UInt32
    /// How many cases the plan has.
    let slotCount: UInt32
    /// How many failures end the run.
    let failureLimit: UInt32
    /// The values that the host wrote for each class.
    private let units: [Unit]

    /// The values that the host wrote for a class.
    private struct Unit {
        /// Its bundle, and its place in that.
        let bundle, classIndex: UInt32
        /// Its cases.
        let firstSlot, slotCount: UInt32
        /// Its run group.
        let runGroup: Int32

        /// Reads it.
        init(_ unit: run_unit) {
            (bundle, classIndex) = (unit.bundle, unit.class_index)
            (firstSlot, slotCount) = (unit.first_slot, unit.slot_count)
            runGroup = unit.run_group
        }

        /// Whether the table still holds these values.
        func stands(in unit: run_unit) -> Bool {
            unit.bundle == bundle && unit.class_index == classIndex && unit.first_slot == firstSlot
                && unit.slot_count == slotCount && unit.run_group == runGroup
        }
    }

    /// Remembers the values of a table before anything has run.
    init(table: RunTable) {
        self.table = table
        unitCount = table.header.pointee.unit_count
        slotCount = table.header.pointee.slot_count
        failureLimit = table.header.pointee.failure_limit
        units = UnsafeBufferPointer(start: table.units, count: Int(unitCount)).map(Unit.init)
    }

    /// The bundle of a class, by the host's copy.
    func bundle(of unit: UInt32) -> UInt32 { units[Int(unit)].bundle }

    /// The cases of a class, by the host's copy.
    func slots(of unit: UInt32) -> Range<UInt32> {
        units[Int(unit)].firstSlot..<units[Int(unit)].firstSlot + units[Int(unit)].slotCount
    }

    /// Whether a worker can be at an activity: it owns the class, and has begun the case.
    ///
    /// A worker that shares the table writes both there before it says anything about the activity.
    func isPossible(_ activity: Activity, of worker: Int) -> Bool {
        switch activity {
        case .begin(let unit), .end(let unit): return unit < unitCount && table.unit(unit).owner == worker
        case .run(let slot):
            guard slot < slotCount else { return false }
            let next = units.partitionPoint { $0.firstSlot > slot }
            return table.unit(UInt32(next - 1)).owner == worker && table.slot(slot).state != .waiting
        }
    }

    /// Whether the table's values for the run as a whole are impossible.
    var isBroken: Bool {
        let header = table.header
        return header.pointee.unit_count != unitCount || header.pointee.slot_count != slotCount
            || header.pointee.failure_limit != failureLimit
            || table_load(&header.pointee.is_stopping) > (failureLimit > 0 ? 1 : 0)
    }

    /// Whether the table's values for a class that the host has handed to a worker are impossible.
    func isBroken(unit index: UInt32, of worker: Int) -> Bool {
        isBroken(unit: index) || table.unit(index).owner != worker
    }

    /// Whether the table's values for a class are impossible.
    func isBroken(unit index: UInt32) -> Bool {
        guard index < unitCount else { return true }
        let unit = table.units + Int(index)
        return !units[Int(index)].stands(in: unit.pointee) || table_load(&unit.pointee.is_closed) > 1
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
            table_load(&table.units[Int(unit)].worker) != index || slot != TABLE_NONE && !slots(of: unit).contains(slot)
        return isForeign && table_load(&record.pointee.unit) == unit
    }
}
