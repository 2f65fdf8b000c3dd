import BundleABI

/// What is to run and in which order.
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
    }

    /// What decides the order.
    let seed: UInt64
    /// The classes, in order; one that is divided once for each slice, one behind the other.
    let units: [Unit]
    /// The cases of all classes, in order.
    let slots: [Slot]
    /// What was asked for and cannot run here.
    let unsupported: [Slot]
    /// What focus did to the run.
    let focus: FocusEffect
    /// How many cases the selection left out.
    let filteredOut: Int
    /// Which part of the whole it is, where there are several.
    var shard: Shard?
    /// How many cases the other shards run.
    var elsewhere = 0
    /// Whether classes come first that the seed alone would not put there, because something of them had failed.
    var isLedByFailures = false

    /// Whether all that was asked for falls to other shards: then there is nothing to run, and nothing amiss.
    var isEmptyShard: Bool { slots.isEmpty && elsewhere > 0 }

    /// The classes, in order, each of them once.
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

    /// The identity of a slot.
    func identity(of slot: Slot, in registry: Registry) -> String {
        let example = slot.exampleIndex == TESTKIT_NO_EXAMPLE ? nil : Int(slot.exampleIndex)
        return registry.identity(ofCase: Int(slot.caseIndex), example: example)
    }
}

/// What focus did to a run (rules 7 to 9 of the semantics).
struct FocusEffect: Equatable, Sendable {
    /// Whether only focused cases run, somewhere.
    var isNarrowed = false
    /// How many cases are left out because they are not focused.
    var leftOut = 0
    /// The bundles whose focus counts, by name.
    var bundles: [String] = []
    /// The identities of focused classes and cases that cannot run and so do not count, with why.
    var ineffective: [String] = []
    /// How many cases are focused, where `--focus ignore` makes them count for nothing.
    var ignored = 0
}
