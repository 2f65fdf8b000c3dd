// SPDX-License-Identifier: MIT

import WorkerShims

/// Follows the shared table as workers fill it, and reports each slot and unit once, when it is final.
///
/// A worker's results count only for units that the host handed to it. The host copies them to its own pages.
struct CompletionScanner {
    /// A final entry of the table.
    enum Finished: Equatable {
        /// A slot, and its unit.
        case slot(UInt32, unit: UInt32)
        /// A unit, and all its slots.
        case unit(UInt32)
    }

    /// The findings of one look at the table.
    private struct Look {
        /// The slots that became final since the last look.
        var finished: [Finished] = []
        /// The number of failures in it.
        var failureCount = 0
    }

    /// The shared memory.
    private let table: RunTable
    /// The workers, by place, whose pages contain impossible values: nothing there is believed any more.
    private(set) var overwritten: Set<Int> = []
    /// The next slot to be reported of units of which some are.
    private var nextSlots: [UInt32: UInt32] = [:]
    /// The number of failed set-ups, cases and tear-downs so far that count towards the limit.
    private(set) var failureCount = 0

    /// Starts before anything has run.
    init(table: RunTable) { self.table = table }

    /// Checks whether a worker's record can be true.
    mutating func check(worker index: Int) {
        if table.isBroken(worker: index) { overwritten.insert(index) }
    }

    /// Forgets the finding about a worker whose place is free.
    mutating func forget(worker index: Int) { overwritten.remove(index) }

    /// Whether the limit of failures is reached and the table does not say so yet.
    var mustStop: Bool { failureCount >= table.planHeader.pointee.failure_limit && !table.isStopping }

    /// Returns the slots that have become final since the last call, in the plan's order within each unit, and informs the scheduler which
    /// units are closed.
    mutating func takeFinished(of workers: [Int], _ scheduler: inout Scheduler) -> [Finished] {
        var look = Look()
        for worker in workers {
            let written = table.written(by: worker)
            while let unit = scheduler.head(of: worker), advance(unit, of: worker, written, &look) {
                if !scheduler.close(unit, by: worker) { break }
            }
        }
        failureCount += look.failureCount
        return look.finished
    }

    /// Takes the final slots of a unit, and its end.
    ///
    /// - Parameter written: The table with the results as the worker writes them.
    /// - Returns: Whether the whole unit is final.
    private mutating func advance(_ index: UInt32, of worker: Int, _ written: RunTable, _ look: inout Look) -> Bool {
        if !overwritten.contains(worker), written.isBroken(unit: index) { overwritten.insert(worker) }
        let isBelieved = !overwritten.contains(worker)
        let unit = table.unit(index)
        let isClosedHere = unit.isClosed
        // Read before the slots: a closed unit's slots do not change any more.
        let isClosed = isClosedHere || isBelieved && written.unit(index).isClosed
        if isClosed, isBelieved { table.take(unit: index, from: written) }
        let slots = unit.slots
        let first = nextSlots[index] ?? slots.lowerBound
        var next = first
        while next < slots.upperBound {
            let state = isBelieved ? table.take(slot: next, from: written) : table.slot(next).state
            if state == nil { overwritten.insert(worker) }
            guard let state, isClosed || state.isFinal else { break }
            if state.isFailure, table.counts(.run(slot: next)) { look.failureCount += 1 }
            look.finished.append(.slot(next, unit: index))
            next += 1
        }
        guard isClosed, next == slots.upperBound else {
            if next > first { nextSlots[index] = next }
            return false
        }
        if !isClosedHere { table.close(index) }
        if first > slots.lowerBound { nextSlots[index] = nil }
        if table.counts(.begin(unit: index)) {
            look.failureCount +=
                (unit.beginState?.isFailure ?? true ? 1 : 0) + (unit.endState?.isFailure ?? true ? 1 : 0)
        }
        look.finished.append(.unit(index))
        return true
    }
}
