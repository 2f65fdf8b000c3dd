import WorkerShims

/// Follows the shared table as workers fill it, and says once of each slot and unit that it is final.
struct TableReader {
    /// Something in the table that is final.
    enum Finished: Equatable {
        /// A slot, and the unit that it is of.
        case slot(UInt32, unit: UInt32)
        /// A unit, and all its slots.
        case unit(UInt32)
    }

    /// A unit that was taken by a worker and is not reported whole.
    private struct OpenUnit {
        /// Which.
        let unit: UInt32
        /// The next of its slots to be reported.
        var nextSlot: UInt32
    }

    /// The shared memory.
    private let table: RunTable
    /// The units that are taken and not reported whole.
    private var open: [OpenUnit] = []
    /// The first unit that is not taken yet, as far as was seen.
    private var nextUnit: UInt32 = 0

    /// Starts before anything has run.
    init(table: RunTable) { self.table = table }

    /// How many units there are.
    private var unitCount: UInt32 { table.header.pointee.unit_count }

    /// Whether everything is reported.
    var isDone: Bool { open.isEmpty && nextUnit == unitCount }

    /// The first unit that a worker took and that is not closed.
    var firstOpenUnit: UInt32? { open.first { table_load(&table.units[Int($0.unit)].is_closed) == 0 }?.unit }

    /// What has become final since the last call, in the plan's order within each unit.
    mutating func takeFinished() -> [Finished] {
        var finished: [Finished] = []
        let taken = min(table_load(&table.header.pointee.next_unit), unitCount)
        while nextUnit < taken {
            open.append(OpenUnit(unit: nextUnit, nextSlot: table.units[Int(nextUnit)].first_slot))
            nextUnit += 1
        }
        open = open.compactMap { entry in
            var entry = entry
            return advance(&entry, &finished) ? nil : entry
        }
        return finished
    }

    /// Takes what is final of one unit.
    ///
    /// Whether that is all there is of it.
    private func advance(_ entry: inout OpenUnit, _ finished: inout [Finished]) -> Bool {
        let unit = table.units + Int(entry.unit)
        // Read before the slots: a closed unit's slots are all that they will ever be.
        let isClosed = table_load(&unit.pointee.is_closed) != 0
        let end = unit.pointee.first_slot + unit.pointee.slot_count
        while entry.nextSlot < end {
            let state = table_load(&table.slots[Int(entry.nextSlot)].state)
            guard isClosed || state > SLOT_RUNNING.rawValue else { return false }
            finished.append(.slot(entry.nextSlot, unit: entry.unit))
            entry.nextSlot += 1
        }
        if isClosed { finished.append(.unit(entry.unit)) }
        return isClosed
    }
}
