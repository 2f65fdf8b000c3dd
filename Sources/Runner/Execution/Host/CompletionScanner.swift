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
    /// Whether what the table says can be true.
    let check: PlausibilityCheck
    /// Whether the table has been overwritten, so that its content can no longer be trusted.
    private(set) var isBroken = false
    /// The next slot to be reported of units of which some are.
    private var nextSlots: [UInt32: UInt32] = [:]
    /// How many set-ups, cases and tear-downs were seen to have failed.
    private(set) var failureCount = 0
    /// How many cases and classes each worker has finished, by its place.
    private var finishedCounts = Array(repeating: 0, count: RunTable.workerCapacity)

    /// Starts before anything has run.
    init(table: RunTable) {
        self.table = table
        check = PlausibilityCheck(table: table)
    }

    /// Looks whether what the table says of a worker, and of all of the run, can be true.
    mutating func check(worker index: Int) {
        if check.isBroken || check.isBroken(worker: index) { isBroken = true }
    }

    /// Notes that what the table says cannot be true.
    mutating func noteBroken() { isBroken = true }

    /// How many cases and classes the workers at a place have finished, at the last look.
    func finishedCount(of worker: Int) -> Int { finishedCounts[worker] }

    /// The first case of a unit that is not reported; nil if there is none.
    func nextSlot(of unit: UInt32) -> UInt32? {
        let slots = check.slots(of: unit)
        let next = nextSlots[unit] ?? slots.lowerBound
        return next < slots.upperBound ? next : nil
    }

    /// Whether the limit of failures is reached and the table does not say so yet.
    var mustStop: Bool { check.failureLimit > 0 && failureCount >= check.failureLimit && !table.isStopping }

    /// Returns the slots that have become final since the last call, in the plan's order within each unit, and informs the scheduler which
    /// units are closed.
    ///
    /// Nothing, once the table is broken.
    mutating func takeFinished(of workers: [Int], _ scheduler: inout Scheduler) -> [Finished] {
        if check.isBroken { isBroken = true }
        if isBroken { return [] }
        var look = Look()
        for worker in workers {
            let before = look.finished.count
            while let unit = scheduler.head(of: worker), advance(unit, &look) {
                if !scheduler.close(unit, by: worker) { look.isWhole = false }
            }
            finishedCounts[worker] += look.finished.count - before
        }
        failureCount += look.failureCount
        isBroken = !look.isWhole
        return look.finished
    }

    /// Takes the final slots of a unit, and its end.
    ///
    /// - Returns: Whether the whole unit is final.
    private mutating func advance(_ index: UInt32, _ look: inout Look) -> Bool {
        if check.isBroken(unit: index) { look.isWhole = false }
        let unit = table.unit(index)
        // Read before the slots: a closed unit's slots are all that they will ever be.
        let isClosed = unit.isClosed
        let slots = check.slots(of: index)
        let first = nextSlots[index] ?? slots.lowerBound
        var next = first
        while look.isWhole, next < slots.upperBound {
            let state = table.slot(next).state
            if state == nil { look.isWhole = false }
            guard let state, look.isWhole, isClosed || state.isFinal else { break }
            if state.isFailure { look.failureCount += 1 }
            look.finished.append(.slot(next, unit: index))
            next += 1
        }
        guard isClosed, look.isWhole else {
            if next > first { nextSlots[index] = next }
            return false
        }
        if first > slots.lowerBound { nextSlots[index] = nil }
        for state in [unit.beginState, unit.endState] where state?.isFailure ?? true { look.failureCount += 1 }
        look.finished.append(.unit(index))
        return true
    }
}
