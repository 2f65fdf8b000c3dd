// SPDX-License-Identifier: MIT

import BundleABI

/// The tests to run, in order.
///
/// Made before anything runs, and never changed.
///
/// Run groups ascend; the classes of a group, the cases of a class and the examples of a case are in the order of
/// their keys (`OrderKey`), so that leaving some out never changes the order of the rest.
struct Plan: Sendable {
    /// One class to run, or one slice of a class that may be divided.
    struct Unit: Sendable {
        /// The class, by registry index.
        let classIndex: Int
        /// Its run group.
        let runGroup: Int32
        /// Its cases, by index in the plan's slots.
        let slots: Range<Int>
    }

    /// One case to run, or one example of a case.
    struct Slot: Sendable, Hashable {
        /// The case, by registry index.
        let caseIndex: UInt32
        /// The example, by index in the case, or `TESTKIT_NO_EXAMPLE`.
        let exampleIndex: UInt32
        /// The example, by index in the case; nil if it has none.
        var example: Int? { exampleIndex == TESTKIT_NO_EXAMPLE ? nil : Int(exampleIndex) }
    }

    /// The seed that decides the order.
    private(set) var seed: UInt64
    /// The classes, in order; one that is divided once for each slice, one behind the other.
    let units: [Unit]
    /// The cases of all classes, in order.
    let slots: [Slot]
    /// The selected cases that cannot run here.
    let unsupported: [Slot]
    /// The effect of focus on the run.
    let focus: FocusEffect
    /// The number of cases that the selection leaves out.
    let filteredOut: Int
    /// The shard that this plan is, if there are several.
    var shard: Shard?
    /// The number of cases that the other shards run.
    var elsewhere = 0
    /// The digest of the distribution of classes to shards, if it is not by hash; the same for all shards of a run.
    var balance: String?
    /// The processes of each unit, where the order is prescribed.
    var prescription: Prescription?
    /// Whether `--failed-first` moved classes to the front.
    var isLedByFailures = false

    /// Whether everything selected falls to other shards.
    ///
    /// Then nothing runs, which is no failure.
    var isEmptyShard: Bool { slots.isEmpty && elsewhere > 0 }

    /// Whether options left tests out.
    var isPartial: Bool { filteredOut > 0 || shard != nil || focus.isNarrowed || prescription != nil }

    /// How many classes there are.
    var classCount: Int { prescription == nil ? classes.count : Set(units.map(\.classIndex)).count }

    /// The classes, in order, each of them once; a prescribed order may come back to a class.
    var classes: [Unit] {
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
    func with(seed: UInt64) -> Plan {
        var plan = self
        plan.seed = seed
        return plan
    }

    /// The identity of a slot.
    func identity(of slot: Slot, in registry: Registry) -> String {
        registry.identity(ofCase: Int(slot.caseIndex), example: slot.example)
    }
}

/// The effect of focus on a run (rules 7 to 9).
struct FocusEffect: Equatable, Sendable {
    /// Whether only focused cases run, somewhere.
    var isNarrowed = false
    /// The number of cases that are left out because they are not focused.
    var leftOut = 0
    /// The bundles whose focus counts, by name.
    var bundles: [String] = []
    /// The identities of focused classes and cases that cannot run and so do not count, with the reason.
    var ineffective: [String] = []
    /// The number of focused cases that `--focus ignore` ignores.
    var ignored = 0
}
