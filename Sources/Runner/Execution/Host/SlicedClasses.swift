// SPDX-License-Identifier: MIT

import RunnerModel

/// The results of classes that are divided into slices: one for each class, when its last slice has ended.
///
/// Rule 54.
struct SlicedClasses {
    /// The number of a class's slices that have not ended, by the class's registry index, for classes with several.
    private var remaining: [Int: Int] = [:]
    /// The results of earlier slices.
    private var results: [Int: UnitResult] = [:]

    /// Counts the slices of a plan.
    init(_ plan: Plan) {
        // A class may come again after others.
        if plan.prescription != nil {
            for unit in plan.units { remaining[unit.classIndex, default: 0] += 1 }
            remaining = remaining.filter { $0.value > 1 }
            return
        }
        for (unit, next) in zip(plan.units, plan.units.dropFirst()) where unit.classIndex == next.classIndex {
            remaining[unit.classIndex, default: 1] += 1
        }
    }

    /// Takes the result of a class or a slice; returns the result of the class when all its slices have ended.
    mutating func take(_ result: UnitResult) -> UnitResult? {
        if remaining.isEmpty { return result }
        guard let count = remaining[result.classIndex] else { return result }
        let whole = results[result.classIndex]?.joined(with: result) ?? result
        remaining[result.classIndex] = count - 1
        results[result.classIndex] = count > 1 ? whole : nil
        return count > 1 ? nil : whole
    }

    /// Returns the results of classes of which some slices have not ended at the end of the run.
    mutating func takeRest() -> [UnitResult] {
        defer { results = [:] }
        return results.keys.sorted().compactMap { results[$0] }
    }
}
