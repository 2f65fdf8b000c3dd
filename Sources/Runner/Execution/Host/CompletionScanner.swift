// SPDX-License-Identifier: MIT

import WorkerShims

/// Follows the shared table as workers fill it, and says once of each slot and unit that it is final.
struct CompletionScanner {
    /// A final entry of the table.
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
        /// The worker that owns it; `UnitQueue.nobody` if it is free.
        var owner: UInt32
        /// The next of its slots to be reported.
        var nextSlot: UInt32
    }

    /// The findings of one look at the table.
    private struct Look {
        /// The slots that became final since the last look.
        var finished: [Finished] = []
        /// How much of that failed.
        var failureCount = 0
        /// Whether all of it can be true.
        var isWhole = true
    }

    /// The shared memory.
    private let table: RunTable
    /// The values that the host wrote, to compare with.
    let seal: PlanChecksum
    /// Whether the table has been overwritten, so that its content can no longer be trusted.
    private(set) var isBroken = false
    /// The units that are taken and not reported whole.
    private var open: [OpenUnit] = []
    /// The first unit that was never taken, as far as was seen.
    private var nextUnit: UInt32 = 0
    /// How many set-ups, cases and tear-downs were seen to have failed.
    private(set) var failureCount = 0
    /// How many cases and classes each worker has finished, by its place.
    private var finishedCounts = Array(repeating: 0, count: RunTable.workerCapacity)

    /// Starts before anything has run.
    init(table: RunTable) {
        self.table = table
        seal = PlanChecksum(table: table)
        // In any order, since workers have units of their own.
        while isPrescribed, nextUnit < unitCount { openNext(ownedBy: UnitQueue.nobody) }
    }

    /// Whether some units have a worker of their own.
    private var isPrescribed: Bool { seal.prescribedCount > 0 }

    /// How many units there are.
    private var unitCount: UInt32 { seal.unitCount }

    /// How many units are closed and reported.
    var closedCount: UInt32 { nextUnit - UInt32(open.count) }

    /// The number of free units at the last look.
    var unownedCount: Int {
        Int(unitCount - nextUnit) + open.reduce(0) { $0 + ($1.owner == UnitQueue.nobody ? 1 : 0) }
    }

    /// The workers to which free units are assigned, at the last look.
    var prescribedWorkers: Set<Int> {
        guard isPrescribed else { return [] }
        let workers = open.lazy.filter { $0.owner == UnitQueue.nobody }.map { seal.worker(of: $0.unit) }
        return Set(workers.filter { $0 != TABLE_NONE }.map { Int($0) })
    }

    /// The number of free units that any worker may take, at the last look.
    var freeCount: Int {
        guard isPrescribed else { return unownedCount }
        return open.count { $0.owner == UnitQueue.nobody && seal.worker(of: $0.unit) == TABLE_NONE }
    }

    /// The units of a worker that are not reported whole.
    func units(of worker: Int) -> [UInt32] { open.filter { $0.owner == UInt32(worker) }.map(\.unit) }

    /// Whether a worker owns a unit that is not reported whole.
    func isOwner(_ worker: Int) -> Bool { open.contains { $0.owner == UInt32(worker) } }

    /// Whether one of some workers owns each unit that is not free.
    func isOwned(by workers: some Collection<Int>) -> Bool {
        open.allSatisfy { $0.owner == UnitQueue.nobody || workers.contains(Int($0.owner)) }
    }

    /// Looks whether what the table says of a worker, and of all of the run, can be true.
    mutating func check(worker index: Int) {
        if seal.isBroken || seal.isBroken(worker: index) { isBroken = true }
    }

    /// Notes that what the table says cannot be true.
    mutating func noteBroken() { isBroken = true }

    /// The bundles of the units that are taken and not reported whole, as far as was seen.
    var openBundles: [UInt32] { open.map { seal.bundle(of: $0.unit) } }

    /// How many cases and classes the workers at a place have finished, at the last look.
    func finishedCount(of worker: Int) -> Int { finishedCounts[worker] }

    /// What a worker is at by what is final: the class that it owns, and its first case that is not reported; nil if it owns none.
    func task(of worker: Int) -> (unit: UInt32, slot: UInt32?)? {
        guard let entry = open.first(where: { $0.owner == UInt32(worker) }) else { return nil }
        return (entry.unit, entry.nextSlot < seal.slots(of: entry.unit).upperBound ? entry.nextSlot : nil)
    }

    /// Takes a unit back whose owner has ended, so that another may take it.
    mutating func release(_ unit: UInt32, of worker: Int) {
        table.release(unit, of: worker)
        for place in open.indices where open[place].unit == unit { open[place].owner = UnitQueue.nobody }
    }

    /// Offers the free units again.
    func offerUnowned() { for entry in open where entry.owner == UnitQueue.nobody { table.offer(entry.unit) } }

    /// Whether the limit of failures is reached and the table does not say so yet.
    var mustStop: Bool { seal.failureLimit > 0 && failureCount >= seal.failureLimit && !table.isStopping }

    /// Whether a worker may wait that owns nothing: for a run group to end.
    ///
    /// Else there is a unit for it to take, or no reason to stay.
    var mayWait: Bool {
        if isPrescribed { return !table.isStopping && table.load(.limit) < unitCount }
        let next = table.load(.next)
        return !table.isStopping && next < unitCount && next >= table.load(.limit)
    }

    /// Returns the slots that have become final since the last call, in the plan's order within each unit.
    ///
    /// Nothing, once the table is broken.
    mutating func takeFinished() -> [Finished] {
        if seal.isBroken { isBroken = true }
        // Before what it follows from.
        let limit = table.load(.limit)
        takeOwners()
        if isBroken { return [] }
        var look = Look()
        var counts = finishedCounts
        open = open.compactMap { entry in
            var entry = entry
            let before = look.finished.count
            let isOver = advance(&entry, &look)
            if look.finished.count > before, entry.owner < counts.count {
                counts[Int(entry.owner)] += look.finished.count - before
            }
            return isOver ? nil : entry
        }
        finishedCounts = counts
        failureCount += look.failureCount
        // A run group was opened before its time.
        if limit > seal.groupEnd(after: open.first?.unit ?? nextUnit) { look.isWhole = false }
        isBroken = !look.isWhole
        return look.finished
    }

    /// Looks whose the units are.
    private mutating func takeOwners() {
        for place in open.indices {
            let owner = table.load(.owner(open[place].unit))
            // Only the host takes a unit from somebody.
            if owner != open[place].owner, open[place].owner != UnitQueue.nobody { isBroken = true }
            open[place].owner = owner
        }
        let next = min(table.load(.next), unitCount)
        while nextUnit < unitCount {
            let owner = table.load(.owner(nextUnit))
            if owner == UnitQueue.nobody { break }
            openNext(ownedBy: owner)
        }
        if nextUnit < next { isBroken = true }
    }

    /// Follows the next unit.
    private mutating func openNext(ownedBy owner: UInt32) {
        open.append(OpenUnit(unit: nextUnit, owner: owner, nextSlot: seal.slots(of: nextUnit).lowerBound))
        nextUnit += 1
    }

    /// Takes the final slots of a unit, and its end.
    ///
    /// - Returns: Whether the whole unit is final.
    private func advance(_ entry: inout OpenUnit, _ look: inout Look) -> Bool {
        if seal.isBroken(unit: entry.unit) { look.isWhole = false }
        let unit = table.unit(entry.unit)
        // Read before the slots: a closed unit's slots are all that they will ever be.
        let isClosed = unit.isClosed
        let end = seal.slots(of: entry.unit).upperBound
        while look.isWhole, entry.nextSlot < end {
            let state = table.slot(entry.nextSlot).state
            if state == nil { look.isWhole = false }
            guard let state, look.isWhole, isClosed || state.isFinal else { return false }
            if state.isFailure { look.failureCount += 1 }
            look.finished.append(.slot(entry.nextSlot, unit: entry.unit))
            entry.nextSlot += 1
        }
        if isClosed, look.isWhole {
            for state in [unit.beginState, unit.endState] where state?.isFailure ?? true { look.failureCount += 1 }
            look.finished.append(.unit(entry.unit))
        }
        return isClosed && look.isWhole
    }
}
