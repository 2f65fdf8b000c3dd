// SPDX-License-Identifier: MIT

import BundleABI

/// The tests to run, in order.
///
/// Made before anything runs, and never changed.
///
/// Run groups ascend; the classes of a group, the cases of a class and the examples of a case are in the order of
/// their keys (`OrderKey`), so that leaving some out never changes the order of the rest.
package struct Plan: Sendable {
    /// One class to run, or one slice of a class that may be divided.
    package struct Unit: Sendable {
        /// The class, by registry index.
        package let classIndex: Int
        /// Its run group.
        package let runGroup: Int32
        /// Its cases, by index in the plan's slots.
        package let slots: Range<Int>

        /// Makes one from its parts.
        package init(classIndex: Int, runGroup: Int32, slots: Range<Int>) {
            self.classIndex = classIndex
            self.runGroup = runGroup
            self.slots = slots
        }
    }

    /// One case to run, or one example of a case.
    package struct Slot: Sendable, Hashable {
        /// The case, by registry index.
        package let caseIndex: UInt32
        /// The example, by index in the case, or `TESTKIT_NO_EXAMPLE`.
        package let exampleIndex: UInt32

        /// Makes one from its parts.
        package init(caseIndex: UInt32, exampleIndex: UInt32) {
            self.caseIndex = caseIndex
            self.exampleIndex = exampleIndex
        }
        /// The example, by index in the case; nil if it has none.
        package var example: Int? { exampleIndex == TESTKIT_NO_EXAMPLE ? nil : Int(exampleIndex) }
    }

    /// The seed that decides the order.
    package private(set) var seed: UInt64
    /// The classes, in order; one that is divided once for each slice, one behind the other.
    package let units: [Unit]
    /// The cases of all classes, in order.
    package let slots: [Slot]
    /// The selected cases that cannot run here.
    package let unsupported: [Slot]
    /// The effect of focus on the run.
    package let focus: FocusEffect
    /// The number of cases that the selection leaves out.
    package let filteredOut: Int
    /// The shard that this plan is, if there are several.
    package var shard: Shard?
    /// The number of cases that the other shards run.
    package var elsewhere = 0
    /// The digest of the distribution of classes to shards, if it is not by hash; the same for all shards of a run.
    package var balance: String?
    /// The processes of each unit, where the order is prescribed.
    package var prescription: Prescription?
    /// Whether `--failed-first` moved classes to the front.
    package var isLedByFailures = false

    /// Makes one from its parts.
    package init(
        seed: UInt64, units: [Unit], slots: [Slot], unsupported: [Slot], focus: FocusEffect, filteredOut: Int,
        shard: Shard? = nil, elsewhere: Int = 0, balance: String? = nil, prescription: Prescription? = nil,
        isLedByFailures: Bool = false
    ) {
        self.seed = seed
        self.units = units
        self.slots = slots
        self.unsupported = unsupported
        self.focus = focus
        self.filteredOut = filteredOut
        self.shard = shard
        self.elsewhere = elsewhere
        self.balance = balance
        self.prescription = prescription
        self.isLedByFailures = isLedByFailures
    }

    /// Whether everything selected falls to other shards.
    ///
    /// Then nothing runs, which is no failure.
    package var isEmptyShard: Bool { slots.isEmpty && elsewhere > 0 }

    /// Whether options left tests out.
    package var isPartial: Bool { filteredOut > 0 || shard != nil || focus.isNarrowed || prescription != nil }

    /// How many classes there are.
    package var classCount: Int { prescription == nil ? classes.count : Set(units.map(\.classIndex)).count }

    /// The classes, in order, each of them once; a prescribed order may come back to a class.
    package var classes: [Unit] {
        var classes: [Unit] = []
        for unit in units {
            guard let last = classes.last, last.classIndex == unit.classIndex else {
                classes.append(unit)
                continue
            }
            classes[classes.count - 1] = Unit(
                classIndex: unit.classIndex, runGroup: unit.runGroup,
                slots: last.slots.lowerBound..<unit.slots.upperBound)
        }
        return classes
    }

    /// Returns the plan with another seed, for the choices beyond the order.
    package func with(seed: UInt64) -> Plan {
        var plan = self
        plan.seed = seed
        return plan
    }

    /// The identity of a slot.
    package func identity(of slot: Slot, in registry: Registry) -> String {
        registry.identity(ofCase: Int(slot.caseIndex), example: slot.example)
    }
}

/// The effect of focus on a run (rules 7 to 9).
package struct FocusEffect: Equatable, Sendable {
    /// Whether only focused cases run, somewhere.
    package var isNarrowed = false
    /// The number of cases that are left out because they are not focused.
    package var leftOut = 0
    /// The bundles whose focus counts, by name.
    package var bundles: [String] = []
    /// The identities of focused classes and cases that cannot run and so do not count, with the reason.
    package var ineffective: [String] = []
    /// The number of focused cases that `--focus ignore` ignores.
    package var ignored = 0

    /// Makes one from its parts.
    package init(
        isNarrowed: Bool = false, leftOut: Int = 0, bundles: [String] = [], ineffective: [String] = [], ignored: Int = 0
    ) {
        self.isNarrowed = isNarrowed
        self.leftOut = leftOut
        self.bundles = bundles
        self.ineffective = ineffective
        self.ignored = ignored
    }
}
