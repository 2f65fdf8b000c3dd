// SPDX-License-Identifier: MIT

import RunnerModel

/// The limits that classes and cases of a plan state themselves, in nanoseconds.
struct TimeLimits {
    /// The shortest limit, in nanoseconds; the host does not look more often, so a shorter one would have no effect.
    static let least: UInt64 = 1_000_000

    /// The limits of slots, by index in the plan.
    private var slots: [UInt32: UInt64] = [:]
    /// The limits of units, by index in the plan: for their set-up and tear-down.
    private var units: [UInt32: UInt64] = [:]

    /// The limits that a plan's classes and cases state.
    init(of plan: Plan, in registry: Registry) {
        if registry.limits.isEmpty { return }
        for (index, unit) in plan.units.enumerated() {
            units[UInt32(index)] = registry.classes[unit.classIndex].limit
            for slot in unit.slots { slots[UInt32(slot)] = registry.limits[Int(plan.slots[slot].caseIndex)] }
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { slots.isEmpty && units.isEmpty }

    /// The limit of a slot, or of a unit's set-up and tear-down; nil if none is stated.
    func limit(ofUnit unit: UInt32?, slot: UInt32?) -> UInt64? {
        if let slot { slots[slot] } else { unit.flatMap { units[$0] } }
    }
}
