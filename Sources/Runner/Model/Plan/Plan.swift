// SPDX-License-Identifier: MIT

import BundleABI

/// The tests to run, in order.
///
/// Made before anything runs, and never changed.
///
/// Run groups ascend; the classes of a group, the cases of a class and the examples of a case are in the order of
/// their keys (`OrderKey`), so that leaving some out never changes the order of the rest.
public struct Plan: Sendable {
    /// One class to run, or one slice of a class that may be divided.
    public struct Unit: Sendable {
        /// The class, by registry index.
        public let classIndex: Int
        /// Its run group.
        public let runGroup: Int32
        /// Its cases, by index in the plan's slots.
        public let slots: Range<Int>

        /// Makes one from its parts.
        public init(classIndex: Int, runGroup: Int32, slots: Range<Int>) {
            self.classIndex = classIndex
            self.runGroup = runGroup
            self.slots = slots
        }
    }

    /// One case to run, or one example of a case.
    public struct Slot: Sendable, Hashable {
        /// The case, by registry index.
        public let caseIndex: UInt32
        /// The example, by index in the case, or `TESTKIT_NO_EXAMPLE`.
        public let exampleIndex: UInt32

        /// Makes one from its parts.
        public init(caseIndex: UInt32, exampleIndex: UInt32) {
            self.caseIndex = caseIndex
            self.exampleIndex = exampleIndex
        }
        /// The example, by index in the case; nil if it has none.
        public var example: Int? { exampleIndex == TESTKIT_NO_EXAMPLE ? nil : Int(exampleIndex) }
    }

    /// The seed that decides the order.
    public private(set) var seed: UInt64
    /// The classes, in order; a divided class once for each slice, one after the other.
    public let units: [Unit]
    /// The cases of all classes, in order.
    public let slots: [Slot]
    /// The selected cases that cannot run here.
    public let unsupported: [Slot]
    /// The effect of focus on the run.
    public let focus: FocusEffect
    /// The number of cases that the selection leaves out.
    public let filteredOut: Int
    /// The shard that this plan is, if there are several.
    public var shard: Shard?
    /// The number of cases that the other shards run.
    public var elsewhere = 0
    /// The digest of the distribution of classes to shards, if it is not by hash; the same for all shards of a run.
    public var balance: String?
    /// The processes of each unit, where the order is prescribed.
    public var prescription: Prescription?
    /// Whether `--failed-first` moved classes to the front.
    public var isLedByFailures = false

    /// The verdict if no test runs.
    public var noTests = NoTests.fail

    /// Whether everything selected falls to other shards.
    ///
    /// Then nothing runs, which is no failure.
    public var isEmptyShard: Bool { slots.isEmpty && elsewhere > 0 }

    /// Whether options left tests out.
    public var isPartial: Bool { filteredOut > 0 || shard != nil || focus.isNarrowed || prescription != nil }

    /// The number of classes.
    public var classCount: Int { prescription == nil ? classes.count : Set(units.map(\.classIndex)).count }

    /// The classes, in order, each of them once; a prescribed order may come back to a class.
    public var classes: [Unit] {
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
    public func with(seed: UInt64) -> Plan {
        var plan = self
        plan.seed = seed
        return plan
    }
}

extension Plan {
    /// A plan of all tests of a run.
    public init(
        seed: UInt64, units: [Unit], slots: [Slot], unsupported: [Slot], focus: FocusEffect, filteredOut: Int
    ) {
        self.init(
            seed: seed, units: units, slots: slots, unsupported: unsupported, focus: focus, filteredOut: filteredOut,
            shard: nil)
    }
}

/// The effect of focus on a run (rules 7 to 9).
public struct FocusEffect: Equatable, Sendable {
    /// Whether only focused cases run, somewhere.
    public var isNarrowed = false
    /// The number of cases that are left out because they are not focused.
    public var leftOut = 0
    /// The bundles whose focus counts, by name.
    public var bundles: [String] = []
    /// The identities of focused classes and cases that cannot run and so do not count, with the reason.
    public var ineffective: [String] = []
    /// The number of focused cases that `--focus ignore` ignores.
    public var ignored = 0

    /// Makes one from its parts.
    public init(
        isNarrowed: Bool = false, leftOut: Int = 0, bundles: [String] = [], ineffective: [String] = [], ignored: Int = 0
    ) {
        self.isNarrowed = isNarrowed
        self.leftOut = leftOut
        self.bundles = bundles
        self.ineffective = ineffective
        self.ignored = ignored
    }
}
