// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// The effect of a worker's end on the plan, computed from the table and from the kernel's word.
///
/// A pure function: `DeathHandler` collects its input, and writes its result to the table.
///
/// Rule 30.
enum WorkerDeath {
    /// The facts about a worker that has ended.
    struct Death {
        /// The end of the process.
        var end: worker_end
        /// Its stage; nil if the table contains no valid one.
        var stage: WorkerStage?
        /// Whether the host ended it because it exceeded a limit.
        var isCondemned = false
        /// Whether it is the process that the user started, which reports through another one.
        var isInPlace = false
        /// Whether it is a child of the worker.
        var isChild = false
        /// Whether the code of another bundle than the class's has run in its process: what happens while a bundle is opened or forked
        /// may be that bundle's fault.
        var isShared = false
        /// The class that it ran.
        var unit: Unit?
        /// The case that it ran.
        var slot: Slot?

        /// A class that a worker ran.
        struct Unit {
            /// Its index in the plan.
            var index: UInt32
            /// Whether its last step has been reached.
            var isClosed = false
            /// Whether each of its cases has a process.
            var isApart = false
        }

        /// A case that a worker ran.
        struct Slot {
            /// Its index in the plan.
            var index: UInt32
            /// Whether its result is final.
            var isFinal = false
        }

        /// Whether it exceeded its limit, and did not finish before it was ended.
        var hasTimedOut: Bool { isCondemned && !end.isCrash }
        /// Whether it had done its work.
        var isLeaving: Bool { stage?.isLeaving ?? false }
    }

    /// The loss by a worker's end.
    enum Loss: Equatable {
        /// Nothing: it had finished its work, and ended properly.
        case nothing
        /// A death outside of suite code; `isReported` if it is reported all the same.
        case stray(unit: UInt32?, isReported: Bool)
        /// The bundle of a class, which a worker was opening again or forking.
        case bundle(unit: UInt32)
        /// Nothing yet: a worker that has opened no other bundle tries that again.
        case company(unit: UInt32)
        /// A class's set-up, and so the class.
        case setUp(unit: UInt32)
        /// A case.
        case slot(UInt32, unit: UInt32)
        /// A case whose bundle asked for the end of the process; it has failed with a reason.
        case abandonedSlot(UInt32, unit: UInt32)
        /// A class's tear-down; `isLast` where nothing more happens in the class.
        case tearDown(unit: UInt32, isLast: Bool)
    }

    /// Returns the loss by a worker's end.
    static func loss(by death: Death) -> Loss {
        if death.isLeaving, death.end.isClean, !death.hasTimedOut, death.stage == .gone || death.isInPlace {
            return .nothing
        }
        // Between two cases, or after the last one: final results may be reported already, so they stay.
        guard let unit = death.unit, !isOver(death, unit) else {
            // A case that ends in the moment of its time-out counts as ended.
            let isReported = !death.hasTimedOut || death.unit == nil || death.isLeaving
            return .stray(unit: death.unit?.index, isReported: isReported)
        }
        switch death.stage {
        case .abandoned:
            return death.slot.map { .abandonedSlot($0.index, unit: unit.index) } ?? .setUp(unit: unit.index)
        case .loading, .registering, .forking:
            return death.isShared && !death.isInPlace ? .company(unit: unit.index) : .bundle(unit: unit.index)
        case .runCase:
            return death.slot.map { .slot($0.index, unit: unit.index) } ?? .stray(unit: unit.index, isReported: true)
        case .endClass: return .tearDown(unit: unit.index, isLast: !unit.isApart)
        default: return .setUp(unit: unit.index)
        }
    }

    /// Whether the case or the class that a worker was in had ended before the worker did.
    private static func isOver(_ death: Death, _ unit: Death.Unit) -> Bool {
        if death.stage == .idle || death.isLeaving || unit.isClosed { return true }
        // A child that has not begun: its worker counts those.
        if death.stage == .forking, death.isChild { return true }
        switch death.stage {
        // The next case has begun, or none is left and the tear-down has not begun.
        case .runCase: return death.slot?.isFinal ?? true
        // The set-up has ended: a case is named first when it begins.
        case .beginClass: return death.slot != nil
        default: return false
        }
    }
}
