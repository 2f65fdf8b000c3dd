// SPDX-License-Identifier: MIT

import RunnerSupport

/// A prescribed order: the cases of each process of each worker, one after the other.
///
/// Adjacent cases of one class share its set-up and its tear-down. A class that comes again is set up again.
///
/// Rule 67.
public struct PrescribedOrder: Equatable, Sendable {
    /// The cases, by worker and process.
    public var workers: [[[Plan.Slot]]]

    /// Some cases in one process.
    init(_ slots: [Plan.Slot]) { workers = [[slots]] }

    /// Some processes, one after the other.
    public init(processes: [[Plan.Slot]]) { workers = [processes] }

    /// The cases of some workers.
    public init(workers: [[[Plan.Slot]]]) { self.workers = workers }

    /// A unit of the plan to be.
    private struct Entry {
        /// The class, by registry index.
        let classIndex: Int
        /// Its run group.
        let runGroup: Int32
        /// Its worker.
        let worker: Int
        /// Whether it is the first of a process.
        let isFresh: Bool
        /// Whether each of its cases has a process of its own.
        let isApart: Bool
        /// Its cases.
        var slots: [Plan.Slot]
    }

    /// Returns the plan that runs this order.
    ///
    /// Several workers wait for each other between run groups if the groups ascend for each of them.
    public func plan(seed: UInt64, in registry: Registry, unsupported: [Plan.Slot] = []) -> Plan {
        var entries: [Entry] = []
        var isAscending = true
        for (worker, processes) in workers.enumerated() {
            let mine = Self.entries(of: processes, worker, registry)
            isAscending = isAscending && zip(mine, mine.dropFirst()).allSatisfy { $0.runGroup <= $1.runGroup }
            entries += mine
        }
        let hasBarriers = workers.count == 1 || isAscending
        // Stable, since each worker's are side by side and ascend.
        if workers.count > 1, isAscending {
            entries = entries.enumerated().sorted {
                ($0.element.runGroup, $0.offset) < ($1.element.runGroup, $1.offset)
            }.map(\.element)
        }
        var (units, slots): ([Plan.Unit], [Plan.Slot]) = ([], [])
        for entry in entries {
            let start = slots.count
            slots += entry.slots
            let group = hasBarriers ? entry.runGroup : 1
            units.append(Plan.Unit(classIndex: entry.classIndex, runGroup: group, slots: start..<slots.count))
        }
        var plan = Plan(
            seed: seed, units: units, slots: slots, unsupported: unsupported, focus: FocusEffect(), filteredOut: 0)
        plan.prescription = Prescription(
            workers: entries.map(\.worker), isFresh: entries.map(\.isFresh), workerCount: max(1, workers.count))
        return plan
    }

    /// Returns the units of a worker.
    private static func entries(of processes: [[Plan.Slot]], _ worker: Int, _ registry: Registry) -> [Entry] {
        var entries: [Entry] = []
        for process in processes {
            var isFresh = true
            for slot in process {
                let index = registry.cases[Int(slot.caseIndex)].classIndex
                let isApart = registry.endings[Int(slot.caseIndex)] != nil
                if !isFresh, let last = entries.indices.last, entries[last].classIndex == index,
                    entries[last].isApart == isApart
                {
                    entries[last].slots.append(slot)
                    continue
                }
                entries.append(
                    Entry(
                        classIndex: index, runGroup: registry.classes[index].runGroup, worker: worker, isFresh: isFresh,
                        isApart: isApart, slots: [slot]))
                isFresh = false
            }
        }
        return entries
    }
}
