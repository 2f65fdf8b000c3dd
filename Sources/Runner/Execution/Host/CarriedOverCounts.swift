// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

/// The results of a class's cases outside of the plan: they cannot run here, or an earlier attempt settled them.
///
/// Workers add them to what they report to observers, so that these hear the counts of the reports.
public struct CarriedOverCounts: Equatable {
    /// The counts, by the case's registry index.
    private var counts: [UInt32: Tally.Counts] = [:]

    /// Starts with cases that cannot run here.
    public init(unsupported slots: [Plan.Slot] = []) {
        for slot in slots { add(CaseResult(slot: slot, outcome: .skipped, reason: .platform(nil))) }
    }

    /// Adds a result.
    mutating func add(_ result: CaseResult) { counts[result.slot.caseIndex, default: Tally.Counts()].add(result) }

    /// Writes the counts of each class where the workers read them.
    ///
    /// No worker may be running.
    func store(in table: RunTable, _ plan: Plan, _ registry: Registry) {
        if counts.isEmpty { return }
        for (index, unit) in plan.units.enumerated() {
            let place = table.planUnits + index
            for item in registry.classes[unit.classIndex].cases {
                guard let count = counts[UInt32(item)] else { continue }
                place.pointee.earlier_executed += UInt32(count.executed)
                place.pointee.earlier_failed += UInt32(count.failed)
                place.pointee.earlier_unexpected += UInt32(count.unexpected)
                place.pointee.earlier_skipped += UInt32(count.skipped)
            }
        }
    }
}
