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
    /// What must stand there.
    let seal: TableSeal
    /// Whether something else does: what is said there since is not to be believed.
    private(set) var isBroken = false
    /// The units that are taken and not reported whole.
    private var open: [OpenUnit] = []
    /// The first unit that is not taken yet, as far as was seen.
    private var nextUnit: UInt32 = 0

    /// Starts before anything has run.
    init(table: RunTable) {
        self.table = table
        seal = TableSeal(table: table)
    }

    /// How many units there are.
    private var unitCount: UInt32 { seal.unitCount }

    /// Whether everything is reported.
    var isDone: Bool { open.isEmpty && nextUnit == unitCount }

    /// The first unit that a worker took and that is not closed.
    var firstOpenUnit: UInt32? { open.first { table_load(&table.units[Int($0.unit)].is_closed) == 0 }?.unit }

    /// Looks whether what the table says of a worker, and of all of the run, can be true.
    mutating func check(worker index: Int) {
        if seal.isBroken || seal.isBroken(worker: index) { isBroken = true }
    }

    /// The bundles of the units that are taken and not reported whole, as far as was seen.
    var openBundles: [UInt32] { open.map { seal.bundle(of: $0.unit) } }

    /// What has become final since the last call, in the plan's order within each unit.
    ///
    /// Nothing, once the table is broken.
    mutating func takeFinished() -> [Finished] {
        if seal.isBroken { isBroken = true }
        if isBroken { return [] }
        var finished: [Finished] = []
        let taken = min(table_load(&table.header.pointee.next_unit), unitCount)
        while nextUnit < taken {
            open.append(OpenUnit(unit: nextUnit, nextSlot: seal.slots(of: nextUnit).lowerBound))
            nextUnit += 1
        }
        var isWhole = true
        open = open.compactMap { entry in
            var entry = entry
            return advance(&entry, &finished, &isWhole) ? nil : entry
        }
        isBroken = !isWhole
        return finished
    }

    /// Takes what is final of one unit.
    ///
    /// Whether that is all there is of it.
    private func advance(_ entry: inout OpenUnit, _ finished: inout [Finished], _ isWhole: inout Bool) -> Bool {
        if seal.isBroken(unit: entry.unit) { isWhole = false }
        let unit = table.units + Int(entry.unit)
        // Read before the slots: a closed unit's slots are all that they will ever be.
        let isClosed = table_load(&unit.pointee.is_closed) != 0
        let end = seal.slots(of: entry.unit).upperBound
        while isWhole, entry.nextSlot < end {
            let state = table_load(&table.slots[Int(entry.nextSlot)].state)
            if TableSeal.isNoState(state) { isWhole = false }
            guard isWhole, isClosed || state > SLOT_RUNNING.rawValue else { return false }
            finished.append(.slot(entry.nextSlot, unit: entry.unit))
            entry.nextSlot += 1
        }
        if isClosed, isWhole { finished.append(.unit(entry.unit)) }
        return isClosed && isWhole
    }
}
