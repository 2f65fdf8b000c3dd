// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The facts about a plan's units for the scheduler: run groups, resources, and owners.
struct PlannedWork: Hashable {
    /// The number of units.
    let unitCount: UInt32
    /// The units after the last one of each run group, ascending.
    let groupEnds: [UInt32]
    /// The number of workers that run at once.
    let jobs: Int
    /// The worker of each unit, where all are prescribed; otherwise empty.
    let workers: [Int]
    /// Whether one process walks all units itself, and is handed nothing.
    let isWalked: Bool
    /// The number of workers that may use each resource that not all of them may use.
    let limits: [Int]
    /// The expected time of each unit, in nanoseconds; empty where that is not known, or must not change the order.
    let durations: [UInt64]
    /// The files that take long to open, in the order of their units.
    private let openings: [Opening]
    /// The units of each class of such a file that has several, in order: any worker may run any of them.
    private let divisions: [Range<UInt32>]
    /// The resources of each unit that uses any, by their place in `limits`.
    private let uses: [UInt32: [Int]]

    /// A file that takes each process long to open.
    struct Opening: Hashable {
        /// The units of its classes, which follow each other.
        let units: Range<UInt32>
        /// The time that it took when the file was listed, in nanoseconds.
        let time: UInt64
    }

    /// States it.
    init(
        unitCount: UInt32, groupEnds: [UInt32], jobs: Int, workers: [Int] = [], limits: [Int] = [],
        uses: [UInt32: [Int]] = [:], isWalked: Bool = false, durations: [UInt64] = [], openings: [Opening] = [],
        divisions: [Range<UInt32>] = []
    ) {
        (self.unitCount, self.groupEnds, self.jobs) = (unitCount, groupEnds, max(1, jobs))
        (self.workers, self.limits, self.uses, self.isWalked) = (workers, limits, uses, isWalked)
        self.durations = durations.count == Int(unitCount) ? durations : []
        (self.openings, self.divisions) = (openings, divisions)
    }

    /// Reads it from a plan for as many workers as there are jobs; or for one process that walks all units itself.
    ///
    /// `openings` are the times that some files took to open, by file index.
    init(
        _ plan: Plan, _ registry: Registry, jobs: Int, isWalked: Bool = false, durations: [UInt64] = [],
        openings: ByBundle<UInt64> = [:]
    ) {
        let units = plan.units
        let slots = registry.resources.slots
        // Units that take the places of several workers come after the rest of their run group, and nothing that takes fewer runs at the
        // same time.
        let ends =
            units.indices.dropFirst().filter { index in
                let (unit, before) = (units[index], units[index - 1])
                return unit.runGroup != before.runGroup || slots[unit.classIndex] != slots[before.classIndex]
            } + [units.count]
        let prescription = plan.prescription
        let isSequence = prescription?.workerCount == 1
        var (limits, uses): ([Int], [UInt32: [Int]]) = ([], [:])
        if jobs > 1, prescription == nil {
            let use = registry.endings.isEmpty ? registry.resources : Self.withParts(of: plan, registry)
            let scarce = Set(use.names.values.joined()).filter { use.limit(of: $0) < jobs }.sorted()
            let numbers = Dictionary(uniqueKeysWithValues: zip(scarce, scarce.indices))
            limits = scarce.map { use.limit(of: $0) }
            for (index, unit) in units.enumerated() where !scarce.isEmpty {
                let used = use.names[unit.classIndex]?.compactMap { numbers[$0] } ?? []
                if !used.isEmpty { uses[UInt32(index)] = used.sorted() }
            }
            var places: [Int: Int] = [:]
            for (index, unit) in units.enumerated() {
                guard let count = slots[unit.classIndex] else { continue }
                if places[count] == nil {
                    places[count] = limits.count
                    limits.append(max(1, jobs / min(count, jobs)))
                }
                uses[UInt32(index), default: []] += [places[count] ?? 0]
            }
        }
        self.init(
            unitCount: UInt32(units.count), groupEnds: ends.map { UInt32($0) }, jobs: isSequence ? 1 : jobs,
            workers: isSequence || isWalked ? [] : prescription?.workers ?? [], limits: limits, uses: uses,
            isWalked: isWalked, durations: durations,
            openings: openings.isEmpty
                ? []
                : Self.runs(units) { registry.classes[$0.classIndex].bundle }.compactMap { file, units in
                    openings[file].map { Opening(units: units, time: $0) }
                },
            divisions: openings.isEmpty
                ? []
                : Self.runs(units) { $0.classIndex }.filter { index, units in
                    let one = registry.classes[index]
                    return units.count > 1 && one.isDivisible && openings[one.bundle] != nil
                }.map(\.units))
    }

    /// The units that follow each other and have something in common, with that.
    private static func runs(
        _ units: [Plan.Unit], by key: (Plan.Unit) -> Int
    ) -> [(key: Int, units: Range<UInt32>)] {
        var runs: [(key: Int, units: Range<UInt32>)] = []
        for (index, unit) in units.enumerated() {
            let (key, end) = (key(unit), UInt32(index) + 1)
            if let last = runs.last, last.key == key {
                runs[runs.count - 1].units = last.units.lowerBound..<end
            } else {
                runs.append((key, end - 1..<end))
            }
        }
        return runs
    }

    /// Whether some file takes long to open.
    var hasOpenings: Bool { !openings.isEmpty }

    /// The file of a unit, where that takes long to open.
    func opening(of unit: UInt32) -> Opening? { openings.first { $0.units.contains(unit) } }

    /// The units of the class of a unit, if that is one of several of a class of such a file.
    func division(of unit: UInt32) -> Range<UInt32>? {
        let place = divisions.partitionPoint { $0.upperBound > unit }
        return place < divisions.count && divisions[place].contains(unit) ? divisions[place] : nil
    }

    /// Whether no unit that was handed to a worker is taken back for another: there is none, or units have workers of their own.
    var isKept: Bool { jobs == 1 || !workers.isEmpty }

    /// The expected time of a unit, in nanoseconds; 0 where that is not known.
    func duration(of unit: UInt32) -> UInt64 { durations.isEmpty ? 0 : durations[Int(unit)] }

    /// The resources of a unit.
    func resources(of unit: UInt32) -> [Int] { uses.isEmpty ? [] : uses[unit] ?? [] }

    /// The end of the run group that a unit is in; a single worker runs them one after the other anyway.
    func groupEnd(after unit: UInt32) -> UInt32 {
        if jobs == 1 { return unitCount }
        let place = groupEnds.partitionPoint { $0 > unit }
        return place < groupEnds.count ? groupEnds[place] : unitCount
    }

    /// The resources, with one for each class of several units that must not run at the same time: some of its cases have processes
    /// of their own.
    private static func withParts(of plan: Plan, _ registry: Registry) -> ResourceUse {
        var use = registry.resources
        for (unit, next) in zip(plan.units, plan.units.dropFirst())
        where unit.classIndex == next.classIndex && !registry.classes[unit.classIndex].isDivisible {
            // No suite's name begins so.
            use.add(["\0\(unit.classIndex)"], toClass: unit.classIndex)
        }
        return use
    }
}
