// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The expected time for the rest of a run, by the record of earlier runs.
///
/// Times are in nanoseconds.
public struct TimeEstimate {
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The number of workers.
    let jobs: UInt64
    /// The duration of a case without an entry of its own, by the registry index of its class; nil if it is unknown.
    private var usual: [Int: UInt64] = [:]
    /// The durations of cases with an entry of their own.
    private var own: [Plan.Slot: UInt64] = [:]
    /// The estimate for a case without a record: the average of the others.
    private let average: UInt64
    /// The remaining duration of each class of the plan, by registry index.
    private var classes: [Int: UInt64] = [:]
    /// The remaining duration of the run.
    private var rest: UInt64 = 0
    /// The duration of the whole run.
    public let whole: UInt64
    /// The expected duration of the cases that have ended.
    private var expectedSoFar: UInt64 = 0
    /// Their actual duration.
    private var tookSoFar: UInt64 = 0

    /// Looks up what a plan takes; nil where too little of it is known.
    public init?(_ record: RunRecord, plan: Plan, registry: Registry, jobs: Int) {
        self.registry = registry
        self.jobs = UInt64(max(1, jobs))
        var known: [String: RunRecord.Class] = [:]
        for entry in record.classes where entry.count > 0 { known[entry.identity] = entry }
        var (count, sum) = (0, UInt64(0))
        for unit in plan.classes {
            guard let entry = known[registry.identity(ofClass: unit.classIndex)] else { continue }
            var listed: UInt64 = 0
            for item in entry.cases { listed.add(clamping: item.duration) }
            let others = entry.duration - min(entry.duration, listed)
            usual[unit.classIndex] = others * 1000 / UInt64(max(1, entry.count - entry.cases.count))
            count += unit.slots.count
            if !entry.cases.isEmpty {
                let times = Dictionary(entry.cases.map { ($0.name, $0.duration * 1000) }) { $1 }
                for slot in plan.slots[unit.slots] { own[slot] = times[registry.name(of: slot)] }
            }
        }
        guard count * 2 > plan.slots.count else { return nil }
        for slot in plan.slots {
            sum.add(clamping: own[slot] ?? usual[Self.classIndex(slot, registry)] ?? 0)
        }
        average = sum / UInt64(count)
        whole = sum
        for slot in plan.slots {
            let time = expected(slot)
            classes[Self.classIndex(slot, registry), default: 0].add(clamping: time)
            rest.add(clamping: time)
        }
    }

    /// The class of a case.
    private static func classIndex(_ slot: Plan.Slot, _ registry: Registry) -> Int {
        registry.cases[Int(slot.caseIndex)].classIndex
    }

    /// Returns the expected duration of a case.
    private func expected(_ slot: Plan.Slot) -> UInt64 {
        own[slot] ?? usual[Self.classIndex(slot, registry)] ?? average
    }

    /// The expected time of each unit of a plan.
    public func durations(of plan: Plan) -> [UInt64] {
        plan.units.map { unit in
            var sum: UInt64 = 0
            for index in unit.slots { sum.add(clamping: expected(plan.slots[index])) }
            return min(sum, Self.longestUnit)
        }
    }

    /// No unit takes longer than some hours: a sum of all has room.
    private static let longestUnit: UInt64 = 1 << 44

    /// Subtracts an ended case from the estimate.
    mutating func take(_ result: CaseResult) {
        let index = Self.classIndex(result.slot, registry)
        // A case that its platform keeps from running was never part of the estimate.
        guard let left = classes[index], result.outcome != .notRun, !result.isUnsupported else {
            return
        }
        let time = expected(result.slot)
        classes[index] = left - min(left, time)
        rest -= min(rest, time)
        expectedSoFar.add(clamping: time)
        tookSoFar.add(clamping: result.duration)
    }

    /// The time for the rest, if the machine goes on as it did so far.
    ///
    /// A class has one worker at a time, so all may wait for the longest class.
    func left(_ running: [(slot: Plan.Slot, started: UInt64)], at instant: UInt64) -> UInt64 {
        var begun: [Int: UInt64] = [:]
        var done: UInt64 = 0
        for (slot, started) in running {
            let time = min(expected(slot), instant - min(instant, started))
            begun[Self.classIndex(slot, registry), default: 0].add(clamping: time)
            done.add(clamping: time)
        }
        let longest = classes.reduce(UInt64(0)) { longest, entry in
            max(longest, entry.value - min(entry.value, begun[entry.key] ?? 0))
        }
        let left = max(longest, (rest - min(rest, done)) / jobs)
        // Before half a second's worth, what the machine does says little.
        guard expectedSoFar >= 500_000_000 else { return left }
        let pace = min(4, max(0.25, Double(tookSoFar) / Double(expectedSoFar)))
        return UInt64(min(Double(left) * pace, Double(1 << 62)))
    }
}
