// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// Looks for order dependence on purpose: runs the classes in orders that make every pair adjacent, then by other seeds.
///
/// It goes on where the last hunt of the same tests ended, by the record.
struct HuntSession {
    /// The directory of the record; nil if none is kept.
    private let directory: String?
    /// The prepared run.
    let prepared: PreparedRun
    /// Makes the runs, within the budget.
    private var trials: WorkerTrials
    /// The classes that may be neighbours in a process: of one run group, and of bundles, or of one test executable.
    private var groups: [[[Plan.Slot]]] = []
    /// All tests that are hunted.
    private var hunted: Set<Plan.Slot> = []
    /// The result so far.
    private var result = HuntResult()
    /// The first failure of each case.
    private var found: [Plan.Slot: FailureContext] = [:]

    /// The most cases of one run: then the budget is looked at, and the record is written.
    private static let sizeLimit = 40_000
    /// The number of other seeds that are tried, once all pairs have been.
    private static let seedCount: UInt64 = 8
    /// The number of failures that are looked into.
    private static let failureLimit = 20

    /// The classes that may be neighbours in a process.
    private struct Neighbours: Hashable, Comparable {
        /// The test executable, by file index, which has processes of its own; -1 for all bundles.
        let executable: Int
        /// The run group.
        let runGroup: Int32

        /// Whether the one is hunted before the other.
        static func < (left: Neighbours, right: Neighbours) -> Bool {
            (left.executable, left.runGroup) < (right.executable, right.runGroup)
        }
    }

    /// Prepares a hunt after a run of a plan, whose failures are left out.
    init(_ prepared: PreparedRun, after journal: RunJournal, in directory: String?, by trials: WorkerTrials) {
        (self.prepared, self.directory, self.trials) = (prepared, directory, trials)
        let failed = Set(journal.failures.map(\.slot))
        let registry = prepared.registry
        var classes: [Neighbours: [(identity: String, slots: [Plan.Slot])]] = [:]
        for unit in prepared.plan.classes {
            let entry = registry.classes[unit.classIndex]
            // Classes of other isolations share no process.
            guard prepared.start.isolation(of: entry.bundle) == .worker else { continue }
            let slots = prepared.plan.slots[unit.slots].filter { !failed.contains($0) }
            if slots.isEmpty { continue }
            let key = Neighbours(
                executable: registry.executables.contains(entry.bundle) ? entry.bundle : -1, runGroup: entry.runGroup)
            classes[key, default: []].append((registry.identity(ofClass: unit.classIndex), slots))
            hunted.formUnion(slots)
        }
        // By name, so that a number means the same order the next time.
        groups = classes.sorted { $0.key < $1.key }.map { group in
            group.value.sorted { $0.identity < $1.identity }.map(\.slots)
        }
        result.classes = groups.reduce(0) { $0 + $1.count }
        result.pairs = groups.reduce(0) { $0 + PairOrders(count: $1.count).pairCount }
    }

    /// The outcome of a hunt: its result, and the failures to look into.
    mutating func run(progress: (HuntResult) -> Void) -> (result: HuntResult, symptoms: [FailureContext]) {
        let conditions = TrialConditions(seed: prepared.plan.seed, chance: prepared.start.chance)
        var rows = groups.indices.flatMap { group in
            (0..<PairOrders(count: groups[group].count).orderCount).map { (group: group, number: $0) }
        }[...]
        let names = groups.joined().joined().map { prepared.registry.identity(of: $0) }
        var record = HuntRecord("hunt", in: directory, of: names, prepared)
        if record.done < rows.count {
            result.seen = rows.prefix(record.done).reduce(0) { $0 + pairs(in: $1.group) }
            rows = rows.dropFirst(record.done)
        }
        var done = rows.startIndex
        do throws(TrialStop) {
            while !rows.isEmpty {
                var chunk: [[Plan.Slot]] = []
                var size = 0
                var fresh: [Int] = []
                while let row = rows.first, size < Self.sizeLimit {
                    chunk.append(slots(of: row.group, row.number))
                    size += chunk[chunk.count - 1].count
                    fresh.append(pairs(in: row.group))
                    rows = rows.dropFirst()
                }
                let ended = take(try trials.failures(in: chunk, under: conditions), conditions)
                result.seen = min(result.pairs, result.seen + fresh.prefix(ended).reduce(0, +))
                done += ended
                record.note(done)
                progress(result)
                if ended < chunk.count { throw .outOfTime }
            }
            result.seen = result.pairs
            try trySeeds(progress)
        } catch {
            // The findings so far are reported.
        }
        return (result, result.failures.compactMap { found[$0] })
    }

    /// The approximate number of pairs that an order of a group adds: as many as if none came twice.
    private func pairs(in group: Int) -> Int {
        let orders = PairOrders(count: groups[group].count)
        return orders.orderCount == 0 ? 0 : orders.pairCount / orders.orderCount
    }

    /// The cases of an order of a group's classes.
    private func slots(of group: Int, _ number: Int) -> [Plan.Slot] {
        PairOrders(count: groups[group].count)[number].flatMap { groups[group][$0] }
    }

    /// Runs the plans of other seeds: their orders, and their hashing and random numbers.
    ///
    /// All bundles share a process, and each test executable has its own.
    private mutating func trySeeds(_ progress: (HuntResult) -> Void) throws(TrialStop) {
        if hunted.isEmpty { return }
        let registry = prepared.registry
        for step in 1...Self.seedCount {
            let seed = prepared.plan.seed &+ step
            var processes: [Int: [Plan.Slot]] = [:]
            for slot in prepared.replan(seed).slots where hunted.contains(slot) {
                let bundle = registry.classes[registry.cases[Int(slot.caseIndex)].classIndex].bundle
                processes[registry.executables.contains(bundle) ? bundle : -1, default: []].append(slot)
            }
            var conditions = TrialConditions(seed: seed)
            conditions.chance.random = .seeded
            let orders = processes.sorted { $0.key < $1.key }.map(\.value)
            let ended = take(try trials.failures(in: orders, under: conditions), conditions)
            if ended < orders.count { throw .outOfTime }
            result.seeds += 1
            progress(result)
        }
    }

    /// Keeps the first failure of each case; returns how many processes ended in time.
    private mutating func take(_ come: (failures: [WatchedCase], ended: Int), _ conditions: TrialConditions) -> Int {
        for failure in come.failures
        where found[failure.slot] == nil && result.failures.count < Self.failureLimit {
            result.failures.append(failure.slot)
            found[failure.slot] = FailureContext(slot: failure.slot, before: failure.before, conditions: conditions)
        }
        return come.ended
    }
}
